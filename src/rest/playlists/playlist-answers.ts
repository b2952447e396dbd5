import { z } from "zod";
import { answerOf } from "../shapes/plain-shapes.js";
import { trackRefShape, trackShape } from "../shapes/track-shapes.js";

export const storedFilterShape = z
  .looseObject({})
  .describe(
    'The conditions of `GET /api/audio/tracks` as an object, with bounds as objects: `{ "tempo": { "gte": 120 }, "mood": { "happy": { "gte": 0.7 } }, "keyIn": ["8A", "9A"] }`.',
  );

export const playlistShape = z.object({
  id: z.string().regex(/^pl_[0-9a-f]{16}$/),
  name: z.string(),
  filter: storedFilterShape,
  order: z.string().nullable(),
  length: z.int().min(1),
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
