import { z } from "zod";

export const sonicMatchShape = z.object({
  entry: z
    .object({
      id: z.string().describe("The id of the recording."),
      title: z.string(),
      artist: z.string(),
      isDir: z.literal(false),
      isVideo: z.literal(false),
      type: z.literal("music"),
      mediaType: z.literal("song"),
      album: z.string().optional(),
      displayAlbumArtist: z.string().optional(),
      displayComposer: z.string().optional(),
      genre: z.string().optional(),
      year: z.int().optional(),
      track: z.int().describe("Its number on its disc.").optional(),
      discNumber: z.int().optional(),
      duration: z.int().describe("Seconds.").optional(),
      isrc: z.array(z.string()).optional(),
      musicBrainzId: z.string().meta({ format: "uuid" }).optional(),
    })
    .describe("The song; unknown members are absent."),
  similarity: z.number().min(-1).max(1),
});

export const subsonicAnswer = z.object({
  "subsonic-response": z.object({
    status: z.enum(["ok", "failed"]),
    version: z.literal("1.16.1").describe("The version of the Subsonic API."),
    type: z.literal("overtone"),
    serverVersion: z.string(),
    openSubsonic: z.literal(true),
    error: z
      .object({
        code: z
          .literal([0, 10, 40, 42, 43, 44, 50, 70])
          .describe(
            "10, a parameter is missing; 40, 44, the key is not valid; 42, 43, it is sent in another way; 50, it may not read; 70, not found, or not analysed; 0, others.",
          ),
        message: z.string(),
      })
      .optional(),
    openSubsonicExtensions: z
      .array(z.object({ name: z.string(), versions: z.array(z.int()) }))
      .optional(),
    sonicMatch: z.array(sonicMatchShape).optional(),
  }),
});
