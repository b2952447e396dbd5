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
  match_score: share.describe(
    "How closely the track matches the query; 1 is identical. With `q`, how closely its title, its artist or both match the words.",
  ),
});

/** A name of the library, and how many tracks have it. */
const nameShape = z.object({
  name: z.string().describe("As the tags of the first track spell it, or the path of a folder."),
  trackCount: z.int().min(1).describe("The number of tracks that have it."),
});

const librarySearchShape = z.object({
  trackCount: z.int().min(0).describe("How many tracks of the library match, on all pages."),
  artists: z.array(nameShape).max(5).describe("Artists with all of the words in their name."),
  albums: z
    .array(
      nameShape.extend({
        artist: z
          .string()
          .nullable()
          .describe(
            "The artist of the album, or of all its tracks; `null` where they have several.",
          ),
      }),
    )
    .max(5)
    .describe("Albums with words in their title, and the others in their artists."),
  genres: z.array(nameShape).max(5).describe("Genres with all of the words."),
  folders: z
    .array(nameShape)
    .max(5)
    .describe(
      "Folders with words in their name, and the others in those above it; paths below the folder of the library. Empty for keys without the scope `write`.",
    ),
});

export const searchAnswer = z.object({
  success: z.literal(true),
  data: z
    .array(searchResultShape)
    .max(50)
    .describe(
      "Ordered by decreasing `match_score`. With `q`, first the tracks of the library in the order of its rule, then others by `match_score`.",
    ),
  library: librarySearchShape
    .describe(
      "Names of the library with the words of `q`: those that are the whole text first, then those that have them as words, then others; of these, those of most tracks first. Absent without `q`.",
    )
    .optional(),
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
