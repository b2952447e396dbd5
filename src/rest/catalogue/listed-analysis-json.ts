import { analysisDataFrom, valuesOf } from "../../domain/analysis/analysis-data.js";
import { isVerified, musicalKeyOf, type Analysis } from "../../domain/analysis/analysis.js";
import { byField, detailFields, estimateFields } from "../../domain/analysis/descriptors.js";
import { camelotFrom, openKeyFrom } from "../../domain/analysis/musical-key.js";
import { kindOf } from "../../domain/analysis/recording-kind.js";
import type { ReleaseDetails } from "../../domain/track/release-details.js";
import { isoTime } from "../../http/iso-time.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { toReleaseJson } from "../track/track-json.js";
import type { listedAnalysisShape } from "../shapes/listed-analysis-shape.js";

/** Converts an analysis to JSON, with the other fields of filters and orders. */
export function toListedAnalysisJson(
  analysis: Analysis,
  release: ReleaseDetails | undefined,
): JsonOf<typeof listedAnalysisShape> {
  const key = musicalKeyOf(analysis);
  return {
    ...analysisDataFrom(analysis),
    recordingId: analysis.recordingId,
    isVerified: isVerified(analysis),
    kind: kindOf(analysis),
    ...toReleaseJson(release),
    ...valuesOf(analysis, detailFields),
    camelot: key && camelotFrom(key),
    openKey: key && openKeyFrom(key),
    confidence: byField(estimateFields, (field) => analysis.estimates[field].confidence),
    source: analysis.source,
    analyzedAt: isoTime(analysis.analyzedAt),
    analysisVersion: analysis.version,
  };
}
