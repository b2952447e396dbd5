import type { TrackColumnField } from "../generated/documents.js";
import { DESCRIPTORS } from "../generated/shown-descriptors.js";

/** What an axis can show: a field, the tempo without its octave, or the key by fifths. */
export type AxisName = TrackColumnField | "TEMPO_FOLDED" | "CIRCLE_OF_FIFTHS";

/** What points can be coloured by. */
export type ColourName = TrackColumnField | "CIRCLE_OF_FIFTHS" | "GENRE" | "MOOD" | "NONE";

const COLUMNS = [...DESCRIPTORS.map(({ column }) => column), "DURATION_MS"] as const;

/** What an axis can show, in the order in which it is offered; a key is shown by fifths. */
export const AXES: readonly AxisName[] = [
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

/** The choices that have a name. */
export const PRESETS = {
  mood: { x: "VALENCE", y: "AROUSAL", colour: "ENERGY" },
  mixing: { x: "TEMPO_FOLDED", y: "CIRCLE_OF_FIFTHS", colour: "ENERGY" },
  dancing: { x: "ENERGY", y: "DANCEABILITY", colour: "VALENCE" },
} as const satisfies Record<string, MapChoice>;
