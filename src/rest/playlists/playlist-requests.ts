import { z } from "zod";
import {
  byField,
  estimateFields,
  integerFields,
  moods,
  rangeFields,
} from "../../domain/analysis/descriptors.js";
import {
  MAX_NAMED_ROWS,
  MAX_PLAYLIST_EXCLUDED,
  MAX_PLAYLIST_LENGTH,
  MAX_PLAYLIST_NAME_CHARACTERS,
  MAX_PLAYLIST_NOTE_CHARACTERS,
  MAX_PLAYLIST_SEEDS,
  type PlaylistParameters,
} from "../../domain/playlist/playlist.js";
import type { PlaylistEditParameters } from "../../domain/playlist/playlist-edit.js";
import { MAX_EDITS, MAX_ROW_NOTE_CHARACTERS } from "../../domain/playlist/row-edits.js";
import {
  knownFlagNames,
  knownNumberNames,
  knownTimeNames,
} from "../../domain/catalogue/known-fields.js";
import { textTags } from "../../domain/catalogue/text-tags.js";
import {
  serverPlaylistKinds,
  type ServerPlaylistParameters,
} from "../../domain/music-server/server-playlist.js";
import { objectMessages, shaped } from "../request/shaped.js";
import { describedAs } from "../shapes/plain-shapes.js";
import { trackRefShape } from "../shapes/track-shapes.js";

const strictObject = <Shape extends z.ZodRawShape>(shape: Shape, name: string) =>
  z.strictObject(shape, {
    error: objectMessages(`is not a member of ${name}`),
  });

const number = z.number("must be a number").nullish();
const text = z.string("must be a text").nullish();
const flag = z.boolean("must be true or false").nullish();
const range = strictObject({ gte: number, lte: number }, "a range").nullish();
const times = strictObject({ gte: text, lte: text }, "a range of times").nullish();
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
    ...byField(knownNumberNames, () => range),
    ...byField(knownTimeNames, () => times),
    ...byField(knownFlagNames, () => flag),
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

const nameOf = (shape: z.ZodType) => z.unknown().optional().meta(describedAs(shape));
export const plainName = z.string().min(1).max(MAX_PLAYLIST_NAME_CHARACTERS);
const noteOf = (max: number) =>
  text
    .meta(describedAs(z.string().max(max).nullish()))
    .describe("Plain text, without control characters but ends of lines and tabs.");
const seenRevision = z
  .unknown()
  .optional()
  .meta(describedAs(z.int().min(1).nullish()));
const rowNumber = z.int("must be the number of a row").min(1, "must be the number of a row");
const rowNumbers = z.array(rowNumber, "must be a list of numbers of rows").max(MAX_NAMED_ROWS);
const position = z.int("must be an integer").min(0, "must be an integer from 0 on");

export const playlistWishShape = strictObject(
  {
    name: nameOf(plainName),
    note: noteOf(MAX_PLAYLIST_NOTE_CHARACTERS),
    tracks: keysOf(MAX_NAMED_ROWS).describe(
      "The tracks that it keeps as rows, in this order, several times where they are; then it has none of the members of a recipe.",
    ),
    revision: seenRevision.describe(
      "Only in a change: the revision that it is of; when absent, of whatever there is.",
    ),
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

const editShape = strictObject(
  {
    insert: strictObject(
      {
        tracks: z
          .array(z.unknown(), "must be a list of track keys")
          .meta(describedAs(z.array(trackRefShape).max(MAX_NAMED_ROWS))),
        at: position
          .nullish()
          .describe("The position that the first of them has afterwards; the end when absent."),
        note: noteOf(MAX_ROW_NOTE_CHARACTERS),
      },
      "`insert`",
    ).nullish(),
    move: strictObject(
      {
        rows: rowNumbers.describe("In the order that they have afterwards."),
        at: position.describe("The position that the first of them has afterwards."),
      },
      "`move`",
    ).nullish(),
    remove: strictObject({ rows: rowNumbers }, "`remove`").nullish(),
    replace: strictObject(
      { row: rowNumber, track: z.unknown().optional().meta(describedAs(trackRefShape)) },
      "`replace`",
    )
      .nullish()
      .describe("Puts a new row in the place of one; its note stays."),
    annotate: strictObject(
      { row: rowNumber, note: noteOf(MAX_ROW_NOTE_CHARACTERS) },
      "`annotate`",
    ).nullish(),
  },
  "an edit",
).describe("Exactly one of these. Positions count from 0.");

export const playlistEditShape = strictObject(
  {
    revision: z
      .unknown()
      .optional()
      .meta(describedAs(z.int().min(1)))
      .describe("The revision that you saw."),
    name: nameOf(plainName.nullish()),
    note: noteOf(MAX_PLAYLIST_NOTE_CHARACTERS),
    isWritten: flag,
    isFrozen: flag.describe(
      "`true` keeps the tracks that the recipe finds now as rows; `false` gives a frozen playlist back to its recipe.",
    ),
    edits: z
      .array(editShape, "must be a list of edits")
      .max(MAX_EDITS, `must be at most ${MAX_EDITS} edits`)
      .nullish()
      .describe("One after the other, after it was frozen."),
  },
  "a change of a playlist",
);

export const playlistCopyShape = strictObject(
  { name: nameOf(plainName.nullish()).describe("By default its own name with a number.") },
  "a copy of a playlist",
);

export const playlistUndoShape = strictObject(
  { revision: seenRevision.describe("The revision that you saw; when absent, whatever there is.") },
  "what is undone",
);

/**
 * Returns the change of a playlist in the body of a request; the service validates its members.
 *
 * @throws {InvalidInputError} names the member that has another type or is unknown
 */
export function playlistEditFrom(body: unknown): PlaylistEditParameters {
  return shaped(body, playlistEditShape);
}

/**
 * Returns the playlist in the body of a request; the service validates its members.
 *
 * @throws {InvalidInputError} names the member that has another type or is unknown
 */
export function playlistFrom(body: unknown): PlaylistParameters {
  return shaped(body, playlistWishShape);
}

const loginPart = z.unknown().optional().meta(describedAs(z.string().nullish()));

export const serverPlaylistWishShape = strictObject(
  {
    kind: text
      .meta(describedAs(z.enum(serverPlaylistKinds).nullish()))
      .describe(
        "`playlist`, when absent; or `favourites`: its songs become favourites of the user, and those that leave it none any more, unless they were some before.",
      ),
    isPublic: flag.describe("Whether all users of the music server see it; `false` when absent."),
    user: loginPart.describe("Who is to own it there; the user of the music server when absent."),
    password: loginPart.describe("Of this user; it is stored encrypted, and never answered."),
    apiKey: loginPart.describe("In place of a user and a password."),
  },
  "a playlist on a music server",
);

/**
 * Returns how a playlist is to be kept on a music server, as the body of a request says it; the service validates its members.
 *
 * @throws {InvalidInputError} names the member that has another type or is unknown
 */
export function serverPlaylistFrom(body: unknown): ServerPlaylistParameters {
  return shaped(body, serverPlaylistWishShape);
}
