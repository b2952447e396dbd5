import { z } from "zod";
import {
  EMBEDDING_LENGTH,
  MAX_EMBEDDING_COORDINATE,
} from "../../domain/analysis/sound-embedding.js";
import { recordingIdShape, trackKeyShape } from "../shapes/track-shapes.js";
import { listedAnalysisShape } from "../shapes/listed-analysis-shape.js";

export const recordingChangeShape = z
  .object({
    cursor: z.string().describe("The changes after this one follow with `after` set to it."),
    recordingId: recordingIdShape,
    recording: z
      .object({
        ...listedAnalysisShape.shape,
        names: z
          .array(z.object({ trackKey: trackKeyShape, artist: z.string(), trackName: z.string() }))
          .describe(
            "All artists and titles that lead to it, of its files and of those that asked for it.",
          ),
        isrc: z.string().nullable().describe("As the tags of its files have it."),
        musicbrainzId: z
          .string()
          .nullable()
          .describe("The id of the recording at MusicBrainz, as the tags of its files have it."),
        soundEmbedding: z
          .array(z.int().min(-MAX_EMBEDDING_COORDINATE).max(MAX_EMBEDDING_COORDINATE))
          .length(EMBEDDING_LENGTH)
          .nullable()
          .describe(
            "Where it lies among others by how it sounds: what sounds alike is near, by the Euclidean distance. One coordinate alone has no meaning, and those of different versions of the analysis cannot be compared.",
          ),
        fingerprint: z
          .string()
          .nullable()
          .describe(
            "The whole fingerprint of its sound, algorithm 1 of Chromaprint, in the compressed text that AcoustID takes.",
          ),
      })
      .nullable()
      .describe("What is known of it now; `null` where it was removed, or has left the library."),
  })
  .describe("The last change of a recording.");

export const changesAnswer = z.object({
  success: z.literal(true),
  data: z
    .array(recordingChangeShape)
    .describe("In the order of the last change of each recording."),
  page: z.object({
    cursor: z
      .string()
      .describe(
        "The value of `after` for what follows, now or later, also where the page is empty.",
      ),
    hasMore: z.boolean().describe("Whether there are more changes now."),
  }),
});
