import { z } from "zod";
import { SAME_PERFORMANCE_SCORE } from "../../domain/fingerprint/compare-fingerprints.js";
import { answeredRecordingShape } from "../shapes/answered-recording.js";
import { analysisShape, isPinnedShape } from "../shapes/analysis-shapes.js";
import { correctionShape } from "../shapes/correction-shapes.js";
import { answerOf, serverPath, share } from "../shapes/plain-shapes.js";
import {
  recordingIdShape,
  releaseFields,
  trackKeyShape,
  trackShape,
} from "../shapes/track-shapes.js";

const recordingNameShape = z.object({
  trackKey: trackKeyShape,
  artist: z.string(),
  trackName: z.string(),
});

const pinnableNameShape = recordingNameShape.extend({ isPinned: isPinnedShape });

const recordingFileShape = recordingNameShape.extend({
  path: serverPath,
  isAway: z
    .boolean()
    .describe("Whether it cannot be read now, because the last scan found its disk away."),
  startSeconds: z
    .number()
    .min(0)
    .nullable()
    .describe(
      "Where the recording begins in the file, of which it is a track by a cue sheet, seconds; `null` where it is the whole file.",
    ),
  endSeconds: z
    .number()
    .gt(0)
    .nullable()
    .describe("Where it ends there, seconds; `null` where that is the end of the file."),
  ...releaseFields,
});

export const recordingShape = answeredRecordingShape
  .extend({
    goneAt: z.iso
      .datetime()
      .nullable()
      .describe(
        "Since when it is gone: with the last of its files, or because it was forgotten; `null` while it is there.",
      ),
    names: z
      .array(pinnableNameShape)
      .min(1)
      .describe(
        "The names of its files, and those under which it was measured; the one that it is listed under is the first.",
      ),
    files: z
      .array(recordingFileShape)
      .describe(
        "The files of the library that hold it, in the order of their paths; may be empty.",
      ),
    analysis: analysisShape,
  })
  .describe("One stream of audio, with all names and files that lead to it.");

export const recordingAnswer = answerOf(recordingShape);

export const forgottenShape = recordingNameShape
  .extend({
    recordingId: recordingIdShape,
    goneAt: z.iso
      .datetime()
      .nullable()
      .describe("Since when it is gone; `null` where its analysis was removed at once."),
    keptUntil: z.iso
      .datetime()
      .nullable()
      .describe(
        "Until when its analysis is kept for a return; `null` where it is not, or is kept forever.",
      ),
  })
  .describe("A recording that was forgotten.");

export const forgottenAnswer = answerOf(forgottenShape);

export const samePerformanceShape = z
  .object({
    track: trackShape,
    score: z
      .number()
      .min(SAME_PERFORMANCE_SCORE)
      .max(1)
      .nullable()
      .describe("How sure it is; `null` where only a third recording links the two."),
    offsetSeconds: z
      .number()
      .nullable()
      .describe(
        "Where it begins in the requested recording, to within 0.13 s; below 0 where it begins before. `null` where only a third recording links the two.",
      ),
    share: share
      .nullable()
      .describe(
        "How much of the shorter of both was found in the other. `null` where only a third recording links the two.",
      ),
  })
  .describe("A recording of the same performance.");

export const samePerformanceAnswer = answerOf(z.array(samePerformanceShape));

export const correctedRecordingShape = z
  .object({
    recordingId: recordingIdShape,
    corrections: z
      .array(correctionShape)
      .describe("What users state about it, in the order of the fields; may be empty."),
    analysis: analysisShape,
  })
  .describe("A recording with the values that users state, and what was measured instead.");

export const correctionsAnswer = answerOf(correctedRecordingShape);

export const pinShape = answeredRecordingShape
  .extend({ trackKey: trackKeyShape })
  .describe("The recording that a track key answers for.");

export const pinAnswer = answerOf(pinShape);

export const unpinAnswer = answerOf(
  pinShape.nullable().describe("`null` where the name has no analysed recording."),
);
