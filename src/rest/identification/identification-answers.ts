import { z } from "zod";
import { answerOf } from "../shapes/plain-shapes.js";
import { recordingIdShape, trackShape } from "../shapes/track-shapes.js";

export const identifiedTrackShape = z
  .object({
    recordingId: recordingIdShape,
    score: z
      .number()
      .min(0.5)
      .max(1)
      .describe(
        "How sure it is; 1 where the audio is the same or no bit of its fingerprint differs.",
      ),
    offsetSeconds: z
      .number()
      .describe(
        "Where the file begins in the recording, to within 0.2 s; below 0 where it begins before.",
      ),
    track: trackShape,
  })
  .describe("An analysed recording that a file is, or is an excerpt of.");

export const identificationAnswer = answerOf(
  z.object({
    heardSeconds: z
      .number()
      .min(0)
      .max(120)
      .describe("Length that was heard, from the beginning of the file on, seconds."),
    isCompared: z
      .boolean()
      .describe(
        "Whether the file was compared by how it sounds, for which it needs 5 s of sound that changes. Otherwise only a recording of the very same audio is found.",
      ),
    matches: z.array(identifiedTrackShape).describe("Ordered by decreasing score; may be empty."),
  }),
);
