import {
  similarityFields,
  type FieldWeights,
  type SimilarityReason,
} from "../../domain/catalogue/similarity.js";
import type { MeasuredSound } from "../../domain/catalogue/measured-track.js";
import { closenessFrom, squaredDifference } from "./nearest-tracks.js";
import { coordinateOf } from "../../domain/catalogue/sound-coordinates.js";
import type { Spread } from "../../domain/catalogue/field-distribution.js";

/**
 * Fields that differ by more than one standard deviation are no reason; squared standard
 * deviations.
 */
const MAX_SQUARED_DIFFERENCE = 1;

/** Maximum number of reasons. */
const MAX_REASONS = 5;

/**
 * Expected squared difference of two random positions on the circle of fifths, or of two random
 * modes.
 */
const SQUARE_BY_CHANCE = 2;

/**
 * Returns why two tracks are similar: the fields in which they differ by less than one standard
 * deviation, at most five of them.
 *
 * The most informative reason comes first: the field in which the reference track differs most from
 * a random track, and the other track is still near it, in squared standard deviations times the
 * field's weight.
 */
export function similarityReasons(
  reference: MeasuredSound,
  other: MeasuredSound,
  weights: FieldWeights,
  spreads: Readonly<Record<SimilarityReason["field"], Spread>>,
): readonly SimilarityReason[] {
  const found = similarityFields.flatMap((field) => {
    const value = reference.values[field];
    const otherValue = other.values[field];
    if (value === null || otherValue === null || weights[field] === 0) return [];
    const { mean, deviation } = spreads[field];
    const at = coordinateOf(field, reference.values);
    const square = squaredDifference(field, at, coordinateOf(field, other.values), deviation);
    if (!(square < MAX_SQUARED_DIFFERENCE)) return [];
    const isOnLine = field !== "key" && field !== "mode";
    const byChance = isOnLine ? 1 + ((at - mean) / deviation) ** 2 : SQUARE_BY_CHANCE;
    const closeness = roundedToFourDecimals(closenessFrom(square));
    return [
      {
        informativeness: weights[field] * (byChance - square),
        reason: { field, value, otherValue, closeness },
      },
    ];
  });
  const sorted = found.sort((one, other) => other.informativeness - one.informativeness);
  return sorted.slice(0, MAX_REASONS).map(({ reason }) => reason);
}

/** Rounds to four decimals, as many as the estimates have. */
export const roundedToFourDecimals = (value: number): number => Math.round(value * 1e4) / 1e4;
