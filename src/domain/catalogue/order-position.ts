import type { AnalysisValues } from "../analysis/analysis.js";
import {
  estimateFieldOf,
  isConfidenceField,
  type CataloguePosition,
  type TrackOrder,
} from "./catalogue-query.js";
import { isKnownOrder, knownOrders } from "./known-fields.js";
import { firstBitsOf, randomPlace } from "./random-order.js";
import { albumPositionOf, comparedTag, tagTextOf } from "./text-tags.js";

/** Returns the position of an analysis in an order. */
export function positionOf(analysis: AnalysisValues, order: TrackOrder): CataloguePosition {
  return { value: orderValue(analysis, order), id: analysis.recordingId };
}

function orderValue(
  analysis: AnalysisValues,
  { field, seed = 0 }: TrackOrder,
): string | number | null {
  if (isKnownOrder(field)) return knownOrders[field].of(analysis) ?? null;
  if (isConfidenceField(field)) return analysis.estimates[estimateFieldOf(field)].confidence;
  switch (field) {
    case "artist":
    case "trackName":
    case "source":
    case "analyzedAt":
      return analysis[field];
    case "genre":
    case "albumArtist":
    case "composer":
    case "label":
    case "folder":
    case "format":
    case "server":
      return comparedTag(field, tagTextOf(analysis, field)) || null;
    case "album":
      return albumPositionOf(analysis.release);
    case "random":
      return randomPlace(firstBitsOf(analysis.recordingId), seed);
    default:
      return analysis.estimates[field].value;
  }
}
