import type { ColumnName, LoadedColumns } from "../columns/load-columns.js";
import { DESCRIPTORS, type ShownDescriptor } from "../generated/shown-descriptors.js";
import { formatField } from "../parts/field-value.js";
import { formatClock, formatNumber, formatShare } from "../parts/formats.js";
import type { Texts } from "../texts/texts.js";
import type { AxisName } from "./map-choice.js";

/** A mark on an axis. */
export interface AxisTick {
  /** Its place, as a share of the axis. */
  readonly at: number;
  readonly value: number;
}

/** An axis of loaded tracks. */
export interface MapAxis {
  readonly name: AxisName;
  /** By track: its place as a share of the axis; `NaN` where it has none. */
  readonly places: Float32Array;
  /** Returns about five marks of a part of the axis. */
  readonly ticksIn: (from: number, to: number) => readonly AxisTick[];
}

/** The fields that are not in [0, 1], whose axes reach from the lowest to the highest value. */
const UNBOUNDED: readonly AxisName[] = [
  ...(["TEMPO", "TIME_SIGNATURE", "LOUDNESS", "LOUDNESS_RANGE"] as const),
  ...(["TRUE_PEAK", "TUNING", "DURATION_MS"] as const),
];

/** The slowest tempo of the octave that others are folded into, beats per minute. */
const FOLDED_FROM = 70;
const FIFTHS = 12;
/** Points of one key are spread over this share of its place. */
const SPREAD = 0.7;
const TICKS = 5;
/** What an axis has beyond its lowest and highest value, so that points there are seen whole. */
const MARGIN = 0.02;
/** Decimals of percentages, which are needed where a small part of the map is enlarged. */
const SHARE_DECIMALS = 2;

/** Returns the columns that an axis is made of. */
export function columnsOf(name: AxisName): readonly ColumnName[] {
  if (name === "TEMPO_FOLDED") return ["TEMPO"];
  return name === "CIRCLE_OF_FIFTHS" ? ["KEY", "MODE"] : [name];
}

/** Returns an axis of loaded tracks. */
export function axisOf(name: AxisName, loaded: LoadedColumns): MapAxis {
  if (name === "TEMPO_FOLDED") return foldedTempo(loaded);
  if (name === "CIRCLE_OF_FIFTHS") return circleOfFifths(loaded);
  const values = loaded.column(name);
  if (name === "LIKENESS_X" || name === "LIKENESS_Y") {
    return { name, places: values, ticksIn: () => [] };
  }
  const isShare = !UNBOUNDED.includes(name);
  const [low, high] = isShare ? [-MARGIN, 1 + MARGIN] : rangeOf(values);
  const span = high - low;
  return {
    name,
    places: values.map((value) => (value - low) / span),
    ticksIn: (from, to) =>
      roundTicks(low + from * span, low + to * span)
        .filter((value) => !isShare || (value >= 0 && value <= 1))
        .map((value) => ({ at: (value - low) / span, value })),
  };
}

/** The tempo within one octave, because a beat is heard at half or double the rate, too. */
function foldedTempo(loaded: LoadedColumns): MapAxis {
  const placeOf = (tempo: number): number => {
    const octaves = Math.log2(tempo / FOLDED_FROM);
    return octaves - Math.floor(octaves);
  };
  return {
    name: "TEMPO_FOLDED",
    places: loaded.column("TEMPO").map(placeOf),
    ticksIn: (from, to) =>
      roundTicks(FOLDED_FROM * 2 ** from, FOLDED_FROM * 2 ** to)
        .filter((value) => value < 2 * FOLDED_FROM)
        .map((value) => ({ at: Math.log2(value / FOLDED_FROM), value })),
  };
}

/** Keys by fifths; relative keys share a place. */
function circleOfFifths(loaded: LoadedColumns): MapAxis {
  const modes = loaded.column("MODE");
  return {
    name: "CIRCLE_OF_FIFTHS",
    places: loaded.column("KEY").map((key, index) => {
      const place = fifthsOf(key, modes[index] ?? NaN) + 0.5;
      return (place + SPREAD * (scatter(index) - 0.5)) / FIFTHS;
    }),
    ticksIn: (from, to) =>
      Array.from({ length: FIFTHS }, (_, value) => ({ at: (value + 0.5) / FIFTHS, value })).filter(
        ({ at }) => at >= from && at <= to,
      ),
  };
}

/** Returns the number of fifths above C major of a key, or of its relative major, in [0, 12). */
export function fifthsOf(key: number, mode: number): number {
  return (7 * (mode === 1 ? key : key + 3)) % FIFTHS;
}

/** Returns a number in [0, 1) that is always the same for an index, and looks like chance. */
function scatter(index: number): number {
  return (index * 0.618_033_988_75) % 1;
}

function rangeOf(values: Float32Array): readonly [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [0, 1];
  const margin = MARGIN * (high - low) || 1;
  return [low - margin, high + margin];
}

/** Returns the multiples of a round step between two numbers. */
function roundTicks(from: number, to: number): readonly number[] {
  const rough = (to - from) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

type NamedTexts = Pick<Texts, "fields" | "map" | "track" | "viewParts">;

/** Returns the name of an axis, or of a field, in the reader's language. */
export function axisTitle(texts: NamedTexts, name: AxisName): string {
  if (name === "TEMPO_FOLDED") return texts.map.tempoFolded;
  if (name === "CIRCLE_OF_FIFTHS") return texts.map.circleOfFifths;
  if (name === "DURATION_MS") return texts.track.length;
  if (name === "LIKENESS_X") return texts.map.likenessX;
  if (name === "LIKENESS_Y") return texts.map.likenessY;
  const field = fieldOf(name);
  return field === undefined ? name : texts.fields[field];
}

const fieldOf = (name: AxisName): ShownDescriptor | undefined =>
  DESCRIPTORS.find(({ column }) => column === name)?.name;

/** Returns a value of an axis as its marks show it. */
export function axisValue(
  texts: NamedTexts,
  language: string,
  name: AxisName,
  value: number,
): string {
  switch (name) {
    case "TEMPO_FOLDED":
      return formatField(texts, language, "tempo", value);
    case "CIRCLE_OF_FIFTHS": {
      const tonic = (7 * value) % FIFTHS;
      const [major = "", relative = ""] = [tonic, (tonic + 9) % FIFTHS].map(
        (pitchClass) => texts.viewParts.tonics[pitchClass],
      );
      return `${major} / ${relative}m`;
    }
    case "KEY":
      return texts.viewParts.tonics[value] ?? "";
    case "MODE":
      return value === 1 ? texts.map.major : texts.map.minor;
    case "TIME_SIGNATURE":
      return formatNumber(language, value, 1);
    case "DURATION_MS":
      return formatClock(language, value / 1000);
    default: {
      if (!UNBOUNDED.includes(name)) return formatShare(language, value, SHARE_DECIMALS);
      return formatField(texts, language, fieldOf(name) ?? name, value);
    }
  }
}
