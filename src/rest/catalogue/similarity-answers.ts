import { z } from "zod";
import { unmetMixNames } from "../../domain/catalogue/mix-path.js";
import { similarityFields } from "../../domain/catalogue/similarity.js";
import { share, answerOf } from "../shapes/plain-shapes.js";
import { recordingIdShape, trackShape } from "../shapes/track-shapes.js";
import { analysisShape } from "../shapes/analysis-shapes.js";
import { analysedTrackShape } from "./catalogue-answers.js";

export const similarityReasonShape = z.object({
  field: z.enum(similarityFields),
  value: z.number().describe("In the requested track, in the unit of the field."),
  otherValue: z.number().describe("In the similar track."),
  closeness: share.describe(
    "1 where the values are equal, 0.61 where they differ by one standard deviation of the catalogue.",
  ),
});

export const similarTrackShape = z.object({
  track: trackShape,
  similarity: share.describe(
    "1 where all compared values are equal, about 0.37 for two tracks chosen at random.",
  ),
  reasons: z.array(similarityReasonShape).max(5),
});

export const similarTracksAnswer = answerOf(z.array(similarTrackShape).max(100));

export const continuedTrackShape = z.object({
  track: trackShape,
  like: recordingIdShape.describe("The recording of the seed that it sounds most like."),
  similarity: share.describe(
    "To this seed: 1 where all compared values are equal, about 0.37 for two tracks chosen at random.",
  ),
});

export const continuationAnswer = answerOf(z.array(continuedTrackShape).max(100));

export const mixTransitionShape = z.object({
  tempoChangePercent: z.number().nullable().describe("Below 0 is slower."),
  keyRelation: z
    .enum(["same", "relative", "fifth_up", "fifth_down", "parallel", "distant", "unknown"])
    .describe("The first four are compatible on the Camelot wheel."),
  energyChange: z.number().min(-1).max(1).nullable(),
  valenceChange: z.number().min(-1).max(1).nullable(),
  arousalChange: z.number().min(-1).max(1).nullable(),
  why: z
    .string()
    .describe("The transition as text, e.g. `2.1 % faster, a fifth up (8A to 9A), brighter`."),
});

export const mixStepShape = z.object({
  track: trackShape,
  tempo: analysisShape.shape.tempo,
  key: analysisShape.shape.key,
  mode: analysisShape.shape.mode,
  keyString: analysisShape.shape.keyString,
  camelot: analysedTrackShape.shape.camelot,
  openKey: analysedTrackShape.shape.openKey,
  energy: analysisShape.shape.energy,
  progress: share.describe("The progress from the first track to the last in tempo and mood."),
  transition: mixTransitionShape
    .nullable()
    .describe("The transition from the track before; `null` for the first track."),
});

export const unmetMixRuleShape = z.object({
  rule: z.enum(unmetMixNames).describe("The parameter that asked for it."),
  asked: z
    .number()
    .min(0)
    .describe(
      "What was asked: tracks in all; per cent; tracks between two of one artist; 0 steps with incompatible keys.",
    ),
  found: z
    .number()
    .min(0)
    .nullable()
    .describe(
      "What the playlist has, the nearest that was found: tracks in all; per cent, rounded up to a tenth; tracks between two of one artist; steps with incompatible keys. `null` where a track on the way has no tempo.",
    ),
  why: z
    .string()
    .describe(
      "Both as text, e.g. `Tempo steps of at most 6 %: with 8 tracks, the smallest maximum found is 9.4 %.`",
    ),
});

export const mixPathAnswer = answerOf(
  z.object({
    steps: z.array(mixStepShape).max(50).describe("The tracks in order."),
    unmet: z
      .array(unmetMixRuleShape)
      .max(4)
      .describe(
        "The length and the conditions on steps that the playlist does not meet, because none was found that meets all; empty where it meets them.",
      ),
  }),
);
