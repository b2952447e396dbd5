import type { ColumnName, LoadedColumns } from "../columns/load-columns.js";
import { axisOf, fifthsOf } from "./map-axes.js";
import type { AxisName, ColourName } from "./map-choice.js";

/** One entry of a legend: a value of an axis, or the name of a class; `null` is that of the rest. */
export type LegendEntry = { readonly colour: string } & (
  { readonly axis: AxisName; readonly value: number } | { readonly className: string | null }
);

/** Classes of tracks that have names, four at most. */
export interface NamedClasses {
  readonly names: readonly string[];
  /** Returns the class of a track; -1 where it has none. */
  readonly classOf: (index: number) => number;
}

/** The colours of loaded tracks. */
export interface MapColours {
  /** Three bytes for each track: red, green, blue. */
  readonly rgb: Uint8Array;
  /** Colours of single values, or some of a scale. */
  readonly legend: readonly LegendEntry[];
}

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Scales by theme, from low to high. Their lightness changes evenly away from the paper, so that they
 * are read without colour vision, too.
 */
const SCALES: Readonly<Record<"light" | "dark", readonly Rgb[]>> = {
  light: [
    [214, 152, 40],
    [196, 84, 92],
    [124, 44, 124],
    [44, 24, 84],
  ],
  dark: [
    [104, 92, 200],
    [198, 84, 156],
    [244, 138, 96],
    [252, 226, 124],
  ],
};

/** Classes that are told apart by every kind of colour vision, by lightness as well as hue. */
const CLASSES: Readonly<Record<"light" | "dark", readonly Rgb[]>> = {
  light: [
    [0, 92, 158],
    [198, 112, 0],
    [0, 128, 96],
    [158, 50, 122],
    [70, 70, 70],
  ],
  dark: [
    [86, 180, 233],
    [240, 170, 40],
    [40, 190, 145],
    [222, 140, 190],
    [200, 200, 200],
  ],
};
const SINGLE: Readonly<Record<"light" | "dark", Rgb>> = {
  light: [168, 70, 31],
  dark: [239, 147, 105],
};
const ABSENT: Rgb = [140, 136, 128];
/** The moods of which the strongest colours a track. */
export const MOODS = ["HAPPY", "SAD", "RELAXED", "AGGRESSIVE"] as const;
const FIFTHS = 12;
const LEGEND_STEPS = 5;
const MODES = [1, 0];

/** Returns the columns that colours are made of. */
export function colourColumns(name: ColourName): readonly ColumnName[] {
  if (name === "NONE" || name === "GENRE") return [];
  if (name === "MOOD") return MOODS;
  return name === "CIRCLE_OF_FIFTHS" ? ["KEY", "MODE"] : [name];
}

/**
 * Returns the colours of loaded tracks on light or dark paper.
 *
 * @param classes those of colours by genre or mood; `null` for others, and until they are known
 */
export function coloursOf(
  name: ColourName,
  loaded: LoadedColumns,
  isDark: boolean,
  classes: NamedClasses | null,
): MapColours {
  const theme = isDark ? "dark" : "light";
  if (name === "NONE") return painted(loaded.count, () => SINGLE[theme], []);
  if (name === "GENRE" || name === "MOOD") return byNamedClass(loaded, theme, classes);
  if (name === "CIRCLE_OF_FIFTHS") return byFifths(loaded, isDark);
  if (name === "MODE" || name === "TIME_SIGNATURE" || name === "KEY") {
    return byClass(name, loaded, isDark);
  }
  const axis = axisOf(name, loaded);
  const colourOf = (share: number): Rgb => mixed(SCALES[theme], share);
  const legend = Array.from({ length: LEGEND_STEPS }, (_, step) => step / (LEGEND_STEPS - 1));
  const [low = 0, high = 1] = limitsOf(loaded.column(name), axis.places);
  return painted(
    loaded.count,
    (index) => {
      const place = axis.places[index] ?? NaN;
      return Number.isNaN(place) ? ABSENT : colourOf((place - low) / (high - low || 1));
    },
    legend.map((share) => ({
      colour: cssOf(colourOf(share)),
      axis: name,
      value: rounded(valueAt(loaded.column(name), axis.places, low + share * (high - low))),
    })),
  );
}

/** The keys of the circle: neighbours have neighbouring hues, and every other one is lighter. */
function byFifths(loaded: LoadedColumns, isDark: boolean): MapColours {
  const [keys, modes] = [loaded.column("KEY"), loaded.column("MODE")];
  const colourOf = (fifths: number): Rgb => hueOf(fifths / FIFTHS, isDark, fifths % 2 === 0);
  const legend = Array.from({ length: FIFTHS }, (_, value) => ({
    colour: cssOf(colourOf(value)),
    axis: "CIRCLE_OF_FIFTHS" as const,
    value,
  }));
  const colour = (index: number): Rgb => {
    const fifths = fifthsOf(keys[index] ?? NaN, modes[index] ?? NaN);
    return Number.isNaN(fifths) ? ABSENT : colourOf(fifths);
  };
  return painted(loaded.count, colour, legend);
}

/** The classes in colours that are told apart, and all else in grey. */
function byNamedClass(
  { count }: LoadedColumns,
  theme: "light" | "dark",
  classes: NamedClasses | null,
): MapColours {
  if (classes === null) return painted(count, () => ABSENT, []);
  const colourOf = (place: number): Rgb => (place < 0 ? ABSENT : (CLASSES[theme][place] ?? ABSENT));
  const legend = [...classes.names, null].map((className, place) => ({
    colour: cssOf(className === null ? ABSENT : colourOf(place)),
    className,
  }));
  return painted(count, (index) => colourOf(classes.classOf(index)), legend);
}

function byClass(name: ColumnName, loaded: LoadedColumns, isDark: boolean): MapColours {
  const values = loaded.column(name);
  const found = [...new Set(values)].filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const classes = name === "MODE" ? MODES : found;
  const palette = CLASSES[isDark ? "dark" : "light"];
  const colourOf = (value: number): Rgb => {
    const place = classes.indexOf(value);
    if (place < 0) return ABSENT;
    if (name === "KEY") return hueOf(value / FIFTHS, isDark, value % 2 === 0);
    return palette[Math.min(place, palette.length - 1)] ?? ABSENT;
  };
  const legend = classes.map((value) => ({ colour: cssOf(colourOf(value)), axis: name, value }));
  return painted(loaded.count, (index) => colourOf(values[index] ?? NaN), legend);
}

function painted(
  count: number,
  colourOf: (index: number) => Rgb,
  legend: readonly LegendEntry[],
): MapColours {
  const rgb = new Uint8Array(3 * count);
  for (let index = 0; index < count; index += 1) rgb.set(colourOf(index), 3 * index);
  return { rgb, legend };
}

/** Returns the places between which nearly all tracks are, so that single ones do not flatten a scale. */
function limitsOf(values: Float32Array, places: Float32Array): readonly number[] {
  if (values.length === 0) return [0, 1];
  const sorted = places.filter((place) => !Number.isNaN(place)).sort();
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return [at(0.01), at(0.99)];
}

/** Returns the value at a place, by two tracks of the axis, which is linear. */
function valueAt(values: Float32Array, places: Float32Array, place: number): number {
  const first = places.findIndex((one) => !Number.isNaN(one));
  const other = places.findIndex((one) => !Number.isNaN(one) && one !== places[first]);
  const [v1 = 0, p1 = 0] = [values[first], places[first]];
  const [v2 = v1, p2 = p1] = [values[other], places[other]];
  return p1 === p2 ? v1 : v1 + ((place - p1) / (p2 - p1)) * (v2 - v1);
}

const rounded = (value: number): number => Math.round(100 * value) / 100;

function mixed(scale: readonly Rgb[], share: number): Rgb {
  const at = Math.min(1, Math.max(0, share)) * (scale.length - 1);
  const low = Math.min(Math.floor(at), scale.length - 2);
  const [from = ABSENT, to = ABSENT] = [scale[low], scale[low + 1]];
  const part = at - low;
  return [0, 1, 2].map((channel) =>
    Math.round((from[channel] ?? 0) * (1 - part) + (to[channel] ?? 0) * part),
  ) as unknown as Rgb;
}

/** Returns a colour of the circle of hues that has contrast to the paper. */
function hueOf(turn: number, isDark: boolean, isLighter: boolean): Rgb {
  const lightness = (isDark ? 0.6 : 0.34) + (isLighter ? 0.12 : 0);
  const spread = 0.62 * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const at = (offset + 12 * turn) % 12;
    const share = lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(255 * share);
  }) as unknown as Rgb;
}

const cssOf = ([red, green, blue]: Rgb): string =>
  `rgb(${String(red)} ${String(green)} ${String(blue)})`;
