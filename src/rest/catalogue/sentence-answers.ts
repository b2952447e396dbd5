import { z } from "zod";
import { gradedFields } from "../../domain/sentence/graded-fields.js";
import { meaningKinds, MAX_SENTENCE_CHARACTERS } from "../../domain/sentence/sentence.js";
import { answerOf, share } from "../shapes/plain-shapes.js";
import { trackShape } from "../shapes/track-shapes.js";

const place = z
  .int()
  .min(0)
  .max(MAX_SENTENCE_CHARACTERS * 2);

export const sentencePartShape = z.object({
  start: place.describe("Where the words begin, in UTF-16 code units of the text."),
  end: place.describe("Where they end."),
  text: z.string().describe("The words."),
  kind: z
    .enum(meaningKinds)
    .describe(
      "`condition`: tracks must meet it. `wish`: tracks are ranked by it. `like`: tracks must sound like a track. `comparison`: a condition on a value, relative to that of a track. `unknown`: the words are not known, and have no effect.",
    ),
  meaning: z
    .string()
    .nullable()
    .describe("What the words mean, in English; `null` of unknown ones."),
  isExcluded: z.boolean().describe("Whether tracks that meet the conditions are left out."),
  conditions: z
    .array(z.string())
    .describe("The conditions as `GET /api/audio/tracks` takes them, e.g. `tempo.gte=80`."),
  wishes: z
    .array(
      z.object({
        field: z.enum(gradedFields),
        isHigh: z.boolean().describe("Whether high values are wanted, or low ones."),
        weight: z.number().gt(0).describe("How much it counts; 1 where no word makes it stronger."),
      }),
    )
    .describe("The values that tracks are ranked by."),
});

export const foundTrackShape = z.object({
  track: trackShape,
  score: share
    .nullable()
    .describe(
      "How well it meets the wishes, the mean of their closenesses, times the similarity to a track that is named; `null` where there are conditions alone.",
    ),
  reasons: z
    .array(
      z.object({
        part: z.int().min(0).describe("The index of the part of the text."),
        text: z.string().describe("The values that the track has, e.g. `tempo 84.02 BPM`."),
        closeness: share
          .nullable()
          .describe(
            "How well it meets a wish: 0.5 where its value is the mean of the catalogue, 0.85 where it is one standard deviation on the side that is wished for. Of a track that is named: the similarity to it. `null` of conditions, and of values that are not known.",
          ),
      }),
    )
    .describe("What it has of each part that is known, in their order."),
});

export const sentenceAnswerShape = z.object({
  parts: z
    .array(sentencePartShape)
    .describe(
      "How the words were understood, in their order. Words that say nothing about tracks, such as articles, are left out.",
    ),
  tracks: z
    .array(foundTrackShape)
    .max(100)
    .describe("The best first; without wishes by artist. None where no word is known."),
  totalCount: z.int().min(0).describe("The number of tracks that meet all conditions."),
});

export const findAnswer = answerOf(sentenceAnswerShape);
