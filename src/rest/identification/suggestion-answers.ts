import { z } from "zod";
import { answerOf, share } from "../shapes/plain-shapes.js";
import { trackShape } from "../shapes/track-shapes.js";

export const nameSuggestionShape = z
  .object({
    source: z.string().describe('"library", or the provider that knows the name, e.g. "acoustid".'),
    score: share.describe("How sure the source is that it is this recording."),
    acoustId: z
      .uuid()
      .nullable()
      .describe("The AcoustID track that sounds like it; `null` where the source is another one."),
    track: trackShape.describe(
      "The name, with what the source knows of it; of the library, another recording of the same performance.",
    ),
  })
  .describe("A name that a recording may have.");

export const suggestionsAnswer = answerOf(
  z.object({
    suggestions: z
      .array(nameSuggestionShape)
      .describe(
        "Names other than its own, those of the library first, of each source the best first; may be empty.",
      ),
    sources: z
      .array(z.string())
      .describe(
        'Who was asked: "library", and "acoustid" where the server has a key of it and a whole recording was measured.',
      ),
  }),
);
