import type { TrackColumnField } from "../generated/documents.js";
import { DESCRIPTORS } from "../generated/shown-descriptors.js";

/** What an axis can show: a field, the tempo without its octave, or the key by fifths. */
export type AxisName = TrackColumnField | "TEMPO_FOLDED" | "CIRCLE_OF_FIFTHS";

/** What points can be coloured by. */
export type ColourName = TrackColumnField | "CIRCLE_OF_FIFTHS" | "GENRE" | "MOOD" | "NONE";

const COLUMNS = [...DESCRIPTORS.map(({ column }) => column), "DURATION_MS"] as const;

/** What an axis can show, in the order in which it is offered; a key is shown by fifths. */
export const AXES: readonly AxisName[] = [
  ...(["LIKENESS_X", "LIKENESS_Y"] as const),
  ...(["TEMPO_FOLDED", "CIRCLE_OF_FIFTHS"] as const),
  ...COLUMNS.filter((name) => name !== "KEY" && name !== "MODE"),
];

/** What points can be coloured by, in the same way. */
export const COLOURS: readonly ColourName[] = [
  ...(["NONE", "GENRE", "MOOD", "CIRCLE_OF_FIFTHS"] as const),
  ...COLUMNS,
];

/** What a map shows. */
export interface MapChoice {
  readonly x: AxisName;
  readonly y: AxisName;
  readonly colour: ColourName;
}

/** Whether a map has an axis by likeness, which has no values of its own. */
export const isByLikeness = ({ x, y }: MapChoice): boolean =>
  [x, y].some((name) => name === "LIKENESS_X" || name === "LIKENESS_Y");

/** The choices that have a name. */
export const PRESETS = {
  likeness: { x: "LIKENESS_X", y: "LIKENESS_Y", colour: "GENRE" },
  mood: { x: "VALENCE", y: "AROUSAL", colour: "ENERGY" },
  mixing: { x: "TEMPO_FOLDED", y: "CIRCLE_OF_FIFTHS", colour: "ENERGY" },
  dancing: { x: "ENERGY", y: "DANCEABILITY", colour: "VALENCE" },
} as const satisfies Record<string, MapChoice>;

/** The name of a choice. */
export type PresetName = keyof typeof PRESETS;

/** Whether the axes of a map are those of a choice with a name. */
export const isPreset = ({ x, y }: MapChoice, name: PresetName): boolean =>
  PRESETS[name].x === x && PRESETS[name].y === y;
