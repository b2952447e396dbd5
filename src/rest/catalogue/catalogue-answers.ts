import { z } from "zod";
import { analysisFields, byField, detailFields, moods } from "../../domain/analysis/descriptors.js";
import {
  KIND_CONFIDENCE_TEXT,
  kindMethods,
  recordingKinds,
} from "../../domain/analysis/recording-kind.js";
import { facetFields, MAX_FACET_VALUES } from "../../domain/catalogue/facets.js";
import { recordingIdShape, releaseFields, trackKeyShape } from "../shapes/track-shapes.js";
import {
  analysisShape,
  confidencesShape,
  isVerifiedShape,
  valueShapeOf,
} from "../shapes/analysis-shapes.js";
import {
  answerOf,
  camelotText,
  httpUrl,
  openKeyText,
  pageOf,
  share,
} from "../shapes/plain-shapes.js";
import { unanalysedTrackShape } from "../library/library-answers.js";

export const analysedTrackShape = z
  .object({
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
    thumbnailUrl: httpUrl,
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
  })
  .describe(
    "An analysis as in `GET /api/audio/analysis/{trackKey}`, with the other fields that tracks can be filtered and ordered by.",
  );

export const tracksAnswer = z.object({
  success: z.literal(true),
  data: z.array(z.union([analysedTrackShape, unanalysedTrackShape])).max(100),
  page: pageOf("Number of tracks that meet the filter, on all pages."),
});

export const moodHoldersShape = z.object({
  mood: z.enum(moods),
  count: z.int().min(0).describe("How many analysed tracks have the mood."),
  strongest: z
    .array(
      z.object({
        trackKey: trackKeyShape,
        recordingId: recordingIdShape,
        trackName: z.string(),
        artist: z.string(),
        thumbnailUrl: httpUrl,
        value: share.describe("How strongly the mood is present."),
      }),
    )
    .max(25)
    .describe("Highest value first; ties are ordered by the id of the recording."),
});

export const facetsShape = z.object({
  facets: z
    .array(
      z.object({
        field: z.enum(facetFields),
        values: z
          .array(
            z.object({
              value: z
                .string()
                .describe(
                  "As most tracks spell it; letter case, diacritics and punctuation make no other value.",
                ),
              count: z.int().min(1).describe("How many tracks have it."),
            }),
          )
          .max(MAX_FACET_VALUES)
          .describe("The most frequent first; equally frequent ones in the order of their texts."),
        valueCount: z
          .int()
          .min(0)
          .describe("The number of different values, also those that are not listed."),
        trackCount: z.int().min(0).describe("The number of tracks that have a value."),
      }),
    )
    .describe("In the order of the request."),
  totalCount: z.int().min(0).describe("The number of tracks that meet the filter."),
});

export const facetsAnswer = answerOf(facetsShape);

export const moodsAnswer = answerOf(z.array(moodHoldersShape).length(moods.length));
