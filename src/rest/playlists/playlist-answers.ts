import { z } from "zod";
import {
  serverPlaylistKinds,
  serverPlaylistStates,
} from "../../domain/music-server/server-playlist.js";
import { playlistKinds } from "../../domain/playlist/playlist.js";
import { answerOf, pageOf } from "../shapes/plain-shapes.js";
import { recordingIdShape, trackRefShape, trackShape } from "../shapes/track-shapes.js";

export const storedFilterShape = z
  .looseObject({})
  .describe(
    'The conditions of `GET /api/audio/tracks` as an object, with bounds as objects: `{ "tempo": { "gte": 120 }, "mood": { "happy": { "gte": 0.7 } }, "keyIn": ["8A", "9A"] }`.',
  );

export const playlistShape = z.object({
  id: z.string().regex(/^pl_[0-9a-f]{16}$/),
  name: z.string(),
  note: z.string().describe("Plain text; may be empty."),
  kind: z
    .enum(playlistKinds)
    .describe(
      "`recipe`: its tracks are found anew whenever they are requested. `tracks`: rows in an order. `frozen`: rows that its recipe has found, and that people may have changed since.",
    ),
  revision: z.int().min(1).describe("Counts its changes; a change states the one that it is of."),
  trackCount: z
    .int()
    .min(0)
    .nullable()
    .describe("The number of its rows, missing ones included; `null` for a recipe."),
  duration_ms: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "The length of its rows, milliseconds, as far as it was known when they were added; `null` for a recipe.",
    ),
  isUndoable: z.boolean().describe("Whether its last change can be undone."),
  filter: storedFilterShape,
  order: z.string().nullable(),
  length: z
    .int()
    .min(0)
    .describe("The maximum number of tracks of its recipe; without one, the number of its rows."),
  seeds: z.array(trackRefShape),
  exclude: z.array(trackRefShape),
  from: z.string().nullable(),
  to: z.string().nullable(),
  spreadArtists: z.boolean().nullable(),
  isWritten: z.boolean(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});

export const playlistAnswer = answerOf(playlistShape);

export const playlistsAnswer = answerOf(z.array(playlistShape));

export const playlistTracksAnswer = answerOf(z.array(trackShape));

export const playlistRowShape = z.object({
  position: z.int().min(0),
  row: z
    .int()
    .min(1)
    .nullable()
    .describe("The number of the row, by which edits name it; `null` in a recipe."),
  note: z.string().describe("Plain text; may be empty."),
  isMissing: z
    .boolean()
    .describe("Whether its recording is not in the library any more; it may return."),
  addedAs: z
    .object({
      recordingId: recordingIdShape,
      artist: z.string(),
      trackName: z.string(),
      duration_ms: z.int().min(0).nullable(),
    })
    .nullable()
    .describe("What it was when it was added; `null` in a recipe."),
  track: trackShape
    .nullable()
    .describe("The track as it is now; `null` where nothing is known of it any more."),
});

export const playlistRowsAnswer = answerOf(z.array(playlistRowShape)).extend({
  page: pageOf("Number of rows on all pages.").extend({
    revision: z.int().min(1).describe("The revision of the playlist that the page is of."),
  }),
});

export const serverPlaylistShape = z
  .object({
    server: z.string().describe("The name of the music server."),
    kind: z.enum(serverPlaylistKinds),
    isPublic: z.boolean(),
    user: z
      .string()
      .nullable()
      .describe("Who owns it there; `null` for the user by whom the server was added."),
    state: z
      .enum(serverPlaylistStates)
      .describe(
        "`waiting`: it is sent within seconds. `sent`: the server has it as it was last sent. `changed`, `removed`: somebody did that there, so that it is not sent any more. `failed`: see `problem`; it is tried again each minute.",
      ),
    songCount: z
      .int()
      .min(0)
      .nullable()
      .describe(
        "How many songs were sent; of favourites, how many were made some; `null` before that.",
      ),
    leftOut: z
      .int()
      .min(0)
      .nullable()
      .describe("How many of its tracks the server does not have; `null` before it was sent."),
    sentAt: z.iso.datetime().nullable().describe("When it last changed there."),
    problem: z.string().nullable().describe("Why it was not sent, a sentence."),
  })
  .describe("How a playlist is kept on a music server.");

export const serverPlaylistAnswer = answerOf(serverPlaylistShape);

export const serverPlaylistsAnswer = answerOf(z.array(serverPlaylistShape));
