import { z } from "zod";
import { httpUrl, share, answerOf } from "../shapes/plain-shapes.js";
import { trackKeyShape, trackShape } from "../shapes/track-shapes.js";

export const searchResultShape = z.object({
  trackName: z
    .string()
    .describe("The title as the provider gives it, including prefixes such as `06 - `."),
  artist: z.string(),
  thumbnailUrl: httpUrl.describe(
    "The URL of a picture; always present. It is a placeholder if the track has none. Pictures of providers have `https` URLs of public hosts.",
  ),
  trackKey: trackKeyShape,
  match_score: share.describe("How closely the track matches the query; 1 is identical."),
});

export const searchAnswer = z.object({
  success: z.literal(true),
  data: z.array(searchResultShape).max(50).describe("Ordered by decreasing `match_score`."),
  page: z
    .object({ nextCursor: z.string().describe("The value of `cursor` for the next page.") })
    .describe("Where there may be more results; absent on the last page.")
    .optional(),
});

export const lookupAnswer = answerOf(
  z.object({
    isAmbiguous: z.boolean().describe("Whether several tracks have the id."),
    tracks: z.array(trackShape),
  }),
);
