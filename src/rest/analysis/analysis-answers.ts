import { z } from "zod";
import { answerOf } from "../shapes/plain-shapes.js";
import {
  analysisShape,
  isPinnedShape,
  isVerifiedShape,
  otherRecordingsShape,
} from "../shapes/analysis-shapes.js";
import { recordingIdShape, trackRefShape } from "../shapes/track-shapes.js";
import { answeredRecordingShape } from "../shapes/answered-recording.js";
import { failureReasonShape } from "../shapes/failure-shapes.js";

export const analysisAnswer = answerOf(analysisShape).extend({
  recording: answeredRecordingShape,
});

export const batchEntryShape = z.object({
  trackKey: trackRefShape.describe(
    "The key of the track; the id of a recording where that was requested and has no analysis.",
  ),
  recordingId: recordingIdShape.optional(),
  isVerified: isVerifiedShape.optional(),
  otherRecordings: otherRecordingsShape.optional(),
  isPinned: isPinnedShape.optional(),
  status: z
    .enum(["ready", "queued", "processing", "not_requested", "failed"])
    .describe("`not_requested`: there is no analysis, and none was requested."),
  analysis: analysisShape
    .nullable()
    .describe("The analysis if the status is `ready`; otherwise `null`."),
  retryAfterSeconds: z
    .int()
    .min(1)
    .nullable()
    .describe(
      "Time after which to request it again, seconds, if the status is `queued`, `processing` or `failed`. `null` if the analysis failed and another attempt will not succeed.",
    )
    .optional(),
  position: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "Number of analyses before it in the queue if the status is `queued`; `null` if it is `processing`.",
    )
    .optional(),
  error: failureReasonShape.optional(),
});

export const batchAnswer = answerOf(z.array(batchEntryShape).max(100));

export const pendingAnswer = z.object({
  success: z.literal(true),
  data: z.null(),
  status: z.enum(["queued", "processing"]),
  position: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "Number of analyses before it in the queue if the status is `queued`; otherwise `null`.",
    ),
  message: z.string(),
});
