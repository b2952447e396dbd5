import { z } from "zod";
import {
  byField,
  estimateFields,
  integerFields,
  moods,
  rangeFields,
} from "../../domain/analysis/descriptors.js";
import {
  MAX_PLAYLIST_EXCLUDED,
  MAX_PLAYLIST_LENGTH,
  MAX_PLAYLIST_NAME_CHARACTERS,
  MAX_PLAYLIST_SEEDS,
  type PlaylistParameters,
} from "../../domain/playlist/playlist.js";
import { textTags } from "../../domain/catalogue/text-tags.js";
import { shaped } from "../request/shaped.js";
import { describedAs } from "../shapes/plain-shapes.js";
import { trackRefShape } from "../shapes/track-shapes.js";

const strictObject = <Shape extends z.ZodRawShape>(shape: Shape, name: string) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === "unrecognized_keys" ? `is not a member of ${name}` : "must be a JSON object",
  });

const number = z.number("must be a number").nullish();
const text = z.string("must be a text").nullish();
const flag = z.boolean("must be true or false").nullish();
const range = strictObject({ gte: number, lte: number }, "a range").nullish();
const keysOf = (max: number) =>
  z
    .array(z.unknown(), "must be a list of track keys")
    .nullish()
    .meta(describedAs(z.array(trackRefShape).max(max).nullable().optional()));

export const playlistFilterShape = strictObject(
  {
    text,
    source: text,
    kind: text,
    camelotCompatibleWith: text,
    durationMs: range,
    year: range,
    bitRateKbps: range,
    addedAt: strictObject({ gte: text, lte: text }, "a range of times").nullish(),
    hasFile: flag,
    presence: text,
    foldTempo: flag,
    ...byField(textTags, () =>
      z.array(z.string("must be a list of texts"), "must be a list of texts").nullish(),
    ),
    keyIn: z.array(z.string("must be a list of keys"), "must be a list of keys").nullish(),
    ...byField(integerFields, () => number),
    ...byField(rangeFields, () => range),
    mood: strictObject(
      byField(moods, () => range),
      "`mood`",
    ).nullish(),
    confidence: strictObject(
      byField(estimateFields, () => range),
      "`confidence`",
    ).nullish(),
  },
  "a filter",
).describe(
  'The conditions of `GET /api/audio/tracks` as an object, with bounds as objects: `{ "tempo": { "gte": 120 }, "mood": { "happy": { "gte": 0.7 } }, "keyIn": ["8A", "9A"] }`.',
);

export const playlistWishShape = strictObject(
  {
    name: z
      .unknown()
      .optional()
      .meta(describedAs(z.string().min(1).max(MAX_PLAYLIST_NAME_CHARACTERS))),
    order: text.describe(
      "As of `GET /api/audio/tracks`; by default `artist`, or the similarity to the seeds.",
    ),
    length: z
      .unknown()
      .optional()
      .meta(describedAs(z.int().min(1).max(MAX_PLAYLIST_LENGTH).nullish()))
      .describe("Maximum number of tracks, 50 by default; of a path 2 to 50, 10 by default."),
    seeds: keysOf(MAX_PLAYLIST_SEEDS).describe(
      "The tracks sound like one of these, which are not among them.",
    ),
    exclude: keysOf(MAX_PLAYLIST_EXCLUDED).describe("Tracks that are left out."),
    from: z
      .unknown()
      .optional()
      .meta(describedAs(trackRefShape.nullish()))
      .describe(
        "The key of the first track of a path; a path has neither filter, order nor seeds.",
      ),
    to: z
      .unknown()
      .optional()
      .meta(describedAs(trackRefShape.nullish()))
      .describe("The key of the last track of the path."),
    filter: playlistFilterShape.nullish(),
    spreadArtists: flag.describe(
      "Whether no two tracks of one artist follow each other, where that can be; when absent, unless an order other than `random` is given.",
    ),
    isWritten: z
      .boolean("must be true or false")
      .nullish()
      .describe(
        "Whether the server writes it as M3U8 into the folder `PLAYLIST_DIR` after each scan.",
      ),
  },
  "a playlist",
);

/**
 * Returns the playlist in the body of a request; the service validates its members.
 *
 * @throws {InvalidInputError} names the member that has another type or is unknown
 */
export function playlistFrom(body: unknown): PlaylistParameters {
  return shaped(body, playlistWishShape);
}
