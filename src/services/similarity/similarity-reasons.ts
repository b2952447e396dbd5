import {
  similarityFields,
  type FieldWeights,
  type SimilarityReason,
} from "../../domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../ports/analysis/analysis-feed.js";
import { closenessFrom, squaredDifference } from "./nearest-tracks.js";
import { coordinateOf } from "./sound-coordinates.js";
import type { Spread } from "./sound-scale.js";

/** Fields further apart than one deviation are no reason; squared deviations. */
const MAX_SQUARED_DIFFERENCE = 1;

/** More than these tell nothing. */
const MAX_REASONS = 5;

/** Two places on the circle of fifths, or two modes, differ by chance as two draws do. */
const SQUARE_BY_CHANCE = 2;

/**
 * Why two tracks are similar: the fields in which they are less than one deviation apart, at most
 * five of them.
 *
 * The most telling comes first: where the track asked about is furthest from any track taken by
 * chance, and the other is near it nevertheless, in squared deviations times the field's weight.
 */
export function similarityReasons(
  asked: MeasuredTrack,
  other: MeasuredTrack,
  weights: FieldWeights,
  spreads: Readonly<Record<SimilarityReason["field"], Spread>>,
): readonly SimilarityReason[] {
  const found = similarityFields.flatMap((field) => {
    const value = asked.values[field];
    const otherValue = other.values[field];
    if (value === null || otherValue === null || weights[field] === 0) return [];
    const { mean, deviation } = spreads[field];
    const at = coordinateOf(field, asked.values);
    const square = squaredDifference(field, at, coordinateOf(field, other.values), deviation);
    if (!(square < MAX_SQUARED_DIFFERENCE)) return [];
    const isOnLine = field !== "key" && field !== "mode";
    const byChance = isOnLine ? 1 + ((at - mean) / deviation) ** 2 : SQUARE_BY_CHANCE;
    const closeness = roundedToFourDecimals(closenessFrom(square));
    return [
      {
        telling: weights[field] * (byChance - square),
        reason: { field, value, otherValue, closeness },
      },
    ];
  });
  const mostTelling = found.sort((one, other) => other.telling - one.telling);
  return mostTelling.slice(0, MAX_REASONS).map(({ reason }) => reason);
}

/** To four decimals, as many as the estimates have. */
export const roundedToFourDecimals = (value: number): number => Math.round(value * 1e4) / 1e4;
