import { z } from "zod";
import { answerOf } from "../shapes/plain-shapes.js";
import { trackKeyShape } from "../shapes/track-shapes.js";
import { workerFailureShape } from "./worker-requests.js";

export const offeredAudioShape = z.object({
  source: z.string(),
  coverage: z.enum(["whole", "excerpt"]).describe("Whether it is the whole recording."),
  file: z
    .object({
      path: z.string(),
      sizeBytes: z.int().min(0),
      modifiedAt: z.int().describe("Milliseconds since 1970."),
      fingerprint: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe(
          "SHA-256 of the size as text with a colon, and of the first, middle and last 64 KiB.",
        ),
    })
    .describe("The file of the server. A worker that has the same file need not request it.")
    .optional(),
  range: z
    .object({
      startFrame: z.int().min(0).describe("Of its first sample."),
      endFrame: z
        .int()
        .min(1)
        .describe("Behind its last sample; absent where it ends with the file.")
        .optional(),
    })
    .describe("The part of the file that is the track, in frames of 1/75 s; absent for the whole.")
    .optional(),
});

export const offeredJobShape = z.object({
  traceParent: z
    .string()
    .describe(
      "The `traceparent` header of the trace in which the job was added. Absent without tracing.",
    )
    .optional(),
  id: z.string(),
  token: z.string().describe("Names the claim in all further requests for the job."),
  attempt: z.int().min(1),
  leaseSeconds: z
    .number()
    .gt(0)
    .describe("How long the claim lasts; absent where it lasts until the job ends.")
    .optional(),
  track: z.object({ trackKey: trackKeyShape, artist: z.string(), trackName: z.string() }),
  audio: z.array(offeredAudioShape).describe("The sources to try, in this order."),
  missing: workerFailureShape.describe("The failure to report where no source has the audio."),
});

export const offeredJobAnswer = answerOf(offeredJobShape);
