import { similarityGroups } from "../analysis/descriptors.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { parseCount } from "../parse-count.js";
import type { Track } from "../track/track.js";

type SimilarityGroup = keyof typeof similarityGroups;

/** A field that two tracks are compared by. */
export type SimilarityField = (typeof similarityGroups)[SimilarityGroup]["fields"][number];

const groupNames = Object.keys(similarityGroups) as SimilarityGroup[];

/** The fields that two tracks are compared by, in the order of the API. */
export const similarityFields: readonly SimilarityField[] = groupNames.flatMap(
  (group) => similarityGroups[group].fields,
);

/** What two tracks are compared by: fields, and the sound as a whole, by their embeddings. */
type Compared = SimilarityField | "sound";

/**
 * The default weight of the sound; the groups of fields have 5 together. Chosen by retrieval on soundtracks of games (see
 * `test/evaluation/README.md`).
 */
const SOUND_SHARE = 5;

/** The name of a weight that a client can set: a field, a group of fields, or the sound as a whole. */
export type WeightName = Compared | SimilarityGroup;

/** The groups, the sound, then the fields. */
export const weightNames: readonly WeightName[] = [...groupNames, "sound", ...similarityFields];

/** What the weight `sound` is of, in sentences. */
export const SOUND_TEXT =
  "the sound as a whole (timbre, rhythm and harmony, as music was found to differ)";

/** Returns the fields of a group as text, e.g. "key and mode"; `undefined` for a single field and the sound. */
export function groupText(name: WeightName): string | undefined {
  if (!(name in similarityGroups)) return undefined;
  const { fields } = similarityGroups[name as SimilarityGroup];
  return `${fields.slice(0, -1).join(", ")} and ${fields.at(-1)}`;
}

/** The maximum factor that a client can set. */
const MAX_WEIGHT = 100;

/** The weight of each field and of the sound, each in [0, inf), at least one of them above 0. */
export type FieldWeights = Readonly<Record<Compared, number>>;

/**
 * Parses the weight of each field: its part of the group's share, times the factor of the group,
 * times its own factor; and that of the sound. An absent factor is 1.
 *
 * @param factors numbers in [0, 100], or the same in decimal digits
 * @throws {InvalidInputError} a factor is outside its range, or all weights are 0
 */
export function parseSimilarityWeights(
  factors: Readonly<Partial<Record<WeightName, unknown>>> = {},
): FieldWeights {
  const factorOf = (name: WeightName): number => parseFactor(factors[name], `weights.${name}`);
  const ofFields = groupNames.flatMap((group) => {
    const { share, fields } = similarityGroups[group];
    const each = (share / fields.length) * factorOf(group);
    return fields.map((field) => [field, each * factorOf(field)] as const);
  });
  const weights = [...ofFields, ["sound", SOUND_SHARE * factorOf("sound")] as const];
  if (weights.every(([, weight]) => weight === 0)) {
    throw new InvalidInputError("weights", "must leave at least one weight above 0");
  }
  return Object.fromEntries(weights) as Record<Compared, number>;
}

function parseFactor(value: unknown, parameter: string): number {
  if (value === undefined || value === null) return 1;
  const isNumeral = typeof value === "string" && /^[0-9]{1,6}(?:\.[0-9]{1,6})?$/.test(value);
  const factor = isNumeral ? Number(value) : value;
  if (typeof factor === "number" && factor >= 0 && factor <= MAX_WEIGHT) return factor;
  throw new InvalidInputError(parameter, `must be a number from 0 to ${MAX_WEIGHT}`);
}

/** The default number of similar tracks. */
export const DEFAULT_SIMILAR_COUNT = 10;
export const MAX_SIMILAR_COUNT = 100;

/**
 * Parses the requested number of similar tracks, 1..100; 10 by default.
 *
 * @throws {InvalidInputError} outside that range
 */
export function parseSimilarCount(value: unknown, parameter: string): number {
  const bounds = { defaultValue: DEFAULT_SIMILAR_COUNT, min: 1, max: MAX_SIMILAR_COUNT };
  return parseCount(value, { parameter, ...bounds });
}

/** A field in which two tracks are close. */
export interface SimilarityReason {
  readonly field: SimilarityField;
  /** Value of the requested track. */
  readonly value: number;
  /** Value of the similar track. */
  readonly otherValue: number;
  /** [0, 1]; 1 is equal, 0.61 is one standard deviation of the catalogue apart. */
  readonly closeness: number;
}

/** A track that sounds like another, and why. */
export interface SimilarTrack {
  readonly track: Track;
  /** [0, 1]; 1 is equal in every compared field; two random tracks have about 0.37. */
  readonly similarity: number;
  /** Fields in which they are close, the most informative first; may be empty. */
  readonly reasons: readonly SimilarityReason[];
}
