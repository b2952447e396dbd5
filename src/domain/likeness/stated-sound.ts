import {
  byField,
  descriptors,
  estimateFields,
  type EstimateField,
} from "../analysis/descriptors.js";
import {
  EMBEDDING_LENGTH,
  MAX_EMBEDDING_COORDINATE,
  type SoundEmbedding,
} from "../analysis/sound-embedding.js";
import { InvalidInputError } from "../errors/request-errors.js";
import type { MeasuredSound } from "../catalogue/measured-track.js";
import { similarityFields } from "../catalogue/similarity.js";

/** What a client has measured on audio, unchecked; a value that is absent is not known. Tracks are compared by some of the fields. */
export type StatedSound = Readonly<Partial<Record<EstimateField, unknown>>> & {
  /** Of the analysis. */
  readonly analysisVersion: number;
  readonly embedding?: readonly unknown[] | null | undefined;
};

/** What was measured on audio elsewhere. */
export interface StatedMeasurement extends MeasuredSound {
  readonly analysisVersion: number;
}

/**
 * Parses what a client has measured on audio.
 *
 * @param prefix of the names of its values in errors: "sound."
 * @throws {InvalidInputError} a value is outside the range of its descriptor, the embedding is none, or there is no value at all
 */
export function parseStatedSound(stated: StatedSound, prefix: string): StatedMeasurement {
  const values = byField(estimateFields, (field) =>
    parseValue(field, stated[field] ?? null, `${prefix}${field}`),
  );
  const embedding = parseEmbedding(stated.embedding ?? null, `${prefix}embedding`);
  if (similarityFields.every((field) => values[field] === null)) {
    throw new InvalidInputError(prefix.slice(0, -1), "must have at least one value");
  }
  return { values, embedding, analysisVersion: stated.analysisVersion };
}

function parseValue(field: EstimateField, value: unknown, parameter: string): number | null {
  if (value === null) return null;
  const { range, integers } = descriptors[field];
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = range;
  const isWithin =
    Number.isFinite(value) &&
    Number(value) >= minimum &&
    Number(value) > exclusiveMinimum &&
    Number(value) <= maximum;
  if (isWithin && (integers === undefined || Number.isInteger(value))) return Number(value);
  throw new InvalidInputError(parameter, `must be a value of ${descriptors[field].articleLabel}`);
}

function parseEmbedding(
  given: readonly unknown[] | null,
  parameter: string,
): SoundEmbedding | null {
  if (given === null) return null;
  const coordinates = given.filter(
    (one): one is number =>
      Number.isInteger(one) && Math.abs(Number(one)) <= MAX_EMBEDDING_COORDINATE,
  );
  if (given.length === EMBEDDING_LENGTH && coordinates.length === EMBEDDING_LENGTH) {
    return coordinates;
  }
  throw new InvalidInputError(
    parameter,
    `must be ${EMBEDDING_LENGTH} integers from -${MAX_EMBEDDING_COORDINATE} to ${MAX_EMBEDDING_COORDINATE}`,
  );
}
