import { z } from "zod";
import { share } from "../../shapes/plain-shapes.js";

export const audiomuseFailureShape = z.object({
  error: z.string(),
  code: z.string().describe("As in our own format."),
});

export const audiomuseTrackShape = z.object({
  item_id: z
    .string()
    .describe("What the music server calls the song; the id of the recording where there is none."),
  title: z.string(),
  author: z.string().describe("The artist."),
  album: z.string().nullable(),
  album_artist: z.string().nullable(),
});

export const audiomuseSimilarTrackShape = audiomuseTrackShape.extend({
  distance: share.describe("1 less the similarity: 0 is equal in everything that is compared."),
});

const songShape = z.object({ item_id: z.string(), title: z.string() });

export const audiomuseArtistShape = z.object({
  artist: z.string(),
  artist_id: z.string().nullable().describe("What the music server calls the artist."),
  divergence: share.describe("1 less the similarity, which is the mean of those of their songs."),
  component_matches: z
    .array(
      z.object({
        distance: share.describe("The divergence."),
        artist1_representative_songs: z
          .array(songShape)
          .describe("Songs of the artist that is asked for, the closest first, at most three."),
        artist2_representative_songs: z
          .array(songShape)
          .describe("Songs of the other artist, the closest first, at most three."),
      }),
    )
    .describe("One, where `include_component_matches` asks for it.")
    .optional(),
});

const keyParts = {
  key: z.string().nullable().describe("The note: `F#`."),
  scale: z.enum(["major", "minor"]).nullable(),
};

const measured = {
  tempo: z.number().nullable().describe("Beats per minute."),
  ...keyParts,
  energy: share.nullable(),
};

export const audiomuseStepShape = audiomuseTrackShape.extend(measured);

export const audiomusePathShape = z.object({
  path: z.array(audiomuseStepShape),
  total_distance: z
    .number()
    .min(0)
    .describe("The sum of the distances from each song to the next one."),
});

export const audiomuseScoreShape = audiomuseTrackShape.extend({
  year: z.int().nullable(),
  ...measured,
  other_features: z
    .string()
    .describe("`danceable`, `aggressive`, `happy`, `relaxed` and `sad`, those that were measured.")
    .meta({ example: "danceable:0.58,aggressive:0.61" }),
  duration: z.number().nullable().describe("Seconds."),
  rating: z.int().min(1).max(5).nullable().describe("That on the music server."),
});

export const audiomuseEmbeddingShape = z.object({
  item_id: z.string(),
  embedding: z
    .array(z.number())
    .nullable()
    .describe("Ours: of another length, and of other numbers, than AudioMuse's."),
});

export const audiomuseHealthShape = z.object({ status: z.literal("ok") });

export const audiomuseTaskShape = z
  .object({
    task_id: z.literal("library"),
    task_type: z.literal("main_analysis"),
    status: z.literal("PROGRESS"),
    progress: z.int().min(0).max(100).describe("Per cent of the tracks that are analysed."),
    details: z.object({ status_message: z.string() }),
  })
  .partial()
  .describe("The analysis of the library; empty where nothing waits.");
