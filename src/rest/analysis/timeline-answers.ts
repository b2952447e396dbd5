import { z } from "zod";
import { cueKinds } from "../../domain/analysis/cue-points.js";
import { share, keyNameText, camelotText, openKeyText, answerOf } from "../shapes/plain-shapes.js";
import { descriptorShape, confidenceShape } from "../shapes/analysis-shapes.js";
import { trackKeyShape } from "../shapes/track-shapes.js";

export const sectionShape = z
  .object({
    startSeconds: z.number().min(0),
    durationSeconds: z.number().min(0).describe("The next section begins where this one ends."),
    label: z
      .string()
      .regex(/^[A-Z]+$/)
      .describe(
        "A letter; sections with the same letter sound alike. A, B, ... in order of first appearance.",
      ),
    confidence: share.describe("How clearly it differs from the section before; 1 for the first."),
    loudness: z.number().nullable().describe("Mean loudness, LUFS."),
    energy: descriptorShape,
    tempo: z.number().gt(0).nullable().describe("Beats per minute."),
    tempoConfidence: confidenceShape,
    key: z.int().min(0).max(11).nullable(),
    keyConfidence: confidenceShape,
    mode: z.int().min(0).max(1).nullable().describe("1 is major, 0 is minor."),
    modeConfidence: confidenceShape,
    timeSignature: z
      .int()
      .min(2)
      .nullable()
      .describe("Beats per bar, 3 to 7; a metre of two is given as four."),
    timeSignatureConfidence: confidenceShape,
    keyString: keyNameText.nullable(),
  })
  .describe("A section of a track with a uniform sound, and the values measured on it alone.");

export const curveShape = z.object({
  hopSeconds: z
    .number()
    .gt(0)
    .describe(
      "Time between two values, seconds: 1, or 2, 4, 8 ... for tracks longer than half an hour.",
    ),
  values: z
    .array(z.number().nullable())
    .describe(
      "The first value at 0 s, each following one a hop later; `null` where there is none.",
    ),
});

export const localKeyShape = z
  .object({
    startSeconds: z.number().min(0),
    durationSeconds: z.number().min(0),
    key: z.int().min(0).max(11),
    mode: z.literal([1, 0]),
    keyString: keyNameText,
    camelot: camelotText,
    openKey: openKeyText,
    confidence: confidenceShape,
  })
  .describe("The key of a part of a track; the next one begins where it ends.");

export const keySpellingShape = z
  .object({
    key: z.int().min(0).max(11),
    mode: z.literal([1, 0]),
    keyString: keyNameText,
    camelot: camelotText,
    openKey: openKeyText,
  })
  .describe("A key, as numbers, as a name, and in Camelot and Open Key notation.");

export const keyChangeShape = z.object({
  timeSeconds: z.number().min(0),
  from: keySpellingShape,
  to: keySpellingShape,
  confidence: confidenceShape,
});

export const cuePointShape = z.object({
  kind: z
    .enum(cueKinds)
    .describe(
      "`mixIn`: the first bar that sounds; `drop`: much energy after less; `break`: less energy after much; `mixOut`: the last section, with less energy than the one before.",
    ),
  startSeconds: z.number().min(0).describe("One of `downbeats`."),
  confidence: confidenceShape,
});

export const timelineShape = z.object({
  artist: z.string(),
  trackKey: trackKeyShape,
  trackName: z.string(),
  duration_ms: z.int().min(0).describe("Length of the track in milliseconds."),
  coveredSeconds: z
    .number()
    .min(0)
    .describe(
      "Duration of the audio that was measured, seconds: the whole track, or a preview of it.",
    ),
  analysisVersion: z.int().describe("Numbers of different versions may differ."),
  beats: z.array(z.number().min(0)).describe("Beat times, seconds, ascending; may be empty."),
  downbeats: z
    .array(z.number().min(0))
    .describe(
      "Times of the first beat of each bar, seconds, ascending, a subset of `beats`; may be empty.",
    ),
  downbeatConfidence: share
    .nullable()
    .describe(
      "Confidence of the downbeats: about the share of them that are right; 0 where there are none. `null` in analyses of versions before 12, which did not measure it.",
    ),
  sections: z
    .array(sectionShape)
    .describe("From the start to the end without gaps; empty for less than a second of sound."),
  loudnessCurve: curveShape.describe(
    "Short-term loudness (EBU R 128), LUFS, over the 3 s around each time.",
  ),
  energyCurve: curveShape.describe(
    "Energy, defined as for the whole track, in [0, 1], over the 3 s around each time.",
  ),
  tempoCurve: curveShape.describe("Tempo, beats per minute, around each time."),
  tempoStability: share
    .nullable()
    .describe(
      "How steady the tempo is: `exp(-d / 0.04)`, where d is the mean deviation of the tempo around each beat from the median of all, as a natural logarithm. 1 where it never changes, 0.37 where it changes by 4 % on average; `null` without beats.",
    ),
  localKeys: z
    .array(localKeyShape)
    .describe(
      "The key over time, from the start to the end without gaps: one entry if it never changes, none if there is no key.",
    ),
  keyChanges: z.array(keyChangeShape).describe("The changes of key; may be empty."),
  cuePoints: z
    .array(cuePointShape)
    .describe("Where a DJ would set cues, in order; empty where the downbeats are not sure."),
});

export const timelineAnswer = answerOf(timelineShape);
