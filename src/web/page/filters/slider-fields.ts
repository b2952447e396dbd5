import type { TrackColumnField } from "../generated/documents.js";
import { DESCRIPTORS, type ShownDescriptor } from "../generated/shown-descriptors.js";

/** A value that tracks are filtered by. */
export interface FilterField {
  /** Its name in filters of the API, e.g. "tempo"; that of a mood is without its group. */
  readonly name: ShownDescriptor | "durationMs";
  readonly column: TrackColumnField;
  readonly isMood: boolean;
  /** Positions of the slider in one unit of the value. Values have no finer decimals between them. */
  readonly stepsPerUnit: number;
  /** Whether it is a share, whose slider always has all of [0, 1]. */
  readonly isShare: boolean;
}

/** Milliseconds of a step of the slider of lengths. */
const LENGTH_STEP = 5000;

/** Positions of the slider in one unit, of values that are no shares. */
const STEPS_PER_UNIT: Readonly<Partial<Record<ShownDescriptor, number>>> = {
  tempo: 1,
  tuning: 1,
};

/** The fields that are shown without asking, in their order. */
const MAIN_NAMES = ["tempo", "energy", "danceability", "valence", "arousal", "loudness"] as const;

/** Integers, such as keys, are filtered by other means. */
const sliders = DESCRIPTORS.filter(({ kind }) => kind !== "integer").map(
  ({ name, column, kind }): FilterField => ({
    name,
    column,
    isMood: kind === "mood",
    stepsPerUnit: kind === "measure" ? (STEPS_PER_UNIT[name] ?? 2) : 100,
    isShare: kind !== "measure",
  }),
);

const lengths: FilterField = {
  name: "durationMs",
  column: "DURATION_MS",
  isMood: false,
  stepsPerUnit: 1 / LENGTH_STEP,
  isShare: false,
};

const isMain = ({ name }: FilterField): boolean => (MAIN_NAMES as readonly string[]).includes(name);

/** The fields that are shown without asking; the others are one click away. */
export const MAIN_FIELDS: readonly FilterField[] = [
  ...MAIN_NAMES.flatMap((main) => sliders.filter(({ name }) => name === main)),
  lengths,
];
export const MOOD_SLIDERS: readonly FilterField[] = sliders.filter(({ isMood }) => isMood);
export const OTHER_FIELDS: readonly FilterField[] = sliders.filter(
  (field) => !field.isMood && !isMain(field),
);

/** The values that tracks are filtered by, in the order of the view; the moods among them are a group. */
export const FILTER_FIELDS: readonly FilterField[] = [
  ...MAIN_FIELDS,
  ...MOOD_SLIDERS,
  ...OTHER_FIELDS,
];
