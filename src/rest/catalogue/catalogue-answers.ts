import { z } from "zod";
import { moods } from "../../domain/analysis/descriptors.js";
import { facetFields, MAX_FACET_VALUES } from "../../domain/catalogue/facets.js";
import { unanalysedTrackShape } from "../library/library-answers.js";
import { listedAnalysisShape } from "../shapes/listed-analysis-shape.js";
import { answerOf, httpUrl, pageOf, share } from "../shapes/plain-shapes.js";
import { recordingIdShape, trackKeyShape } from "../shapes/track-shapes.js";

export const analysedTrackShape = listedAnalysisShape
  .extend({ thumbnailUrl: httpUrl })
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
