import { z } from "zod";
import { analysisFields, byField, detailFields } from "../../domain/analysis/descriptors.js";
import {
  KIND_CONFIDENCE_TEXT,
  kindMethods,
  recordingKinds,
} from "../../domain/analysis/recording-kind.js";
import {
  analysisShape,
  confidencesShape,
  isVerifiedShape,
  valueShapeOf,
} from "./analysis-shapes.js";
import { camelotText, openKeyText, share } from "./plain-shapes.js";
import { recordingIdShape, releaseFields } from "./track-shapes.js";

/** An analysis in lists, with the other fields that tracks can be filtered and ordered by. */
export const listedAnalysisShape = z.object({
  artist: analysisShape.shape.artist,
  trackKey: analysisShape.shape.trackKey,
  recordingId: recordingIdShape,
  isVerified: isVerifiedShape,
  kind: z
    .object({
      value: z
        .enum(recordingKinds)
        .nullable()
        .describe("What it is; null where nothing could be measured, as of silence."),
      confidence: share.describe(KIND_CONFIDENCE_TEXT),
      method: z
        .enum(kindMethods)
        .describe("Whether the genre in the tags says it, or the estimates of the analysis."),
    })
    .describe("Whether the recording is music, speech or other sounds, and what says it."),
  ...releaseFields,
  trackName: analysisShape.shape.trackName,
  duration_ms: analysisShape.shape.duration_ms,
  keyString: analysisShape.shape.keyString,
  ...byField(analysisFields, (field) => analysisShape.shape[field]),
  ...byField(detailFields, valueShapeOf),
  mood: analysisShape.shape.mood,
  meta: analysisShape.shape.meta,
  camelot: camelotText.nullable().describe("The key in Camelot notation."),
  openKey: openKeyText.nullable().describe("The key in Open Key notation."),
  confidence: confidencesShape.describe(
    "The confidence of each value, in [0, 1]; comparable within one field, 0 where there is no value.",
  ),
  source: z.string().describe("The audio source."),
  analyzedAt: z.iso.datetime().describe("When it was computed, ISO 8601 in UTC."),
  analysisVersion: z
    .int()
    .min(1)
    .describe(
      "Values of different versions may differ; old analyses are computed again when they are requested.",
    ),
});
