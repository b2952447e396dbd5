import { z } from "zod";
import {
  byField,
  estimateFields,
  integerFields,
  moods,
  rangeFields,
} from "../../domain/analysis/descriptors.js";
import type { PlaylistParameters } from "../../domain/playlist/playlist.js";
import { shaped } from "../request/shaped.js";

const strictObject = <Shape extends z.ZodRawShape>(shape: Shape, name: string) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === "unrecognized_keys" ? `is not a member of ${name}` : "must be a JSON object",
  });

const number = z.number("must be a number").nullish();
const text = z.string("must be a text").nullish();
const range = strictObject({ gte: number, lte: number }, "a range").nullish();
const keys = z.array(z.unknown(), "must be a list of track keys").nullish();

const filterShape = strictObject(
  {
    ...{ text, source: text, camelotCompatibleWith: text, durationMs: range },
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
);

const playlistShape = strictObject(
  {
    ...{
      name: z.unknown().optional(),
      order: text,
      length: z.unknown().optional(),
      seeds: keys,
      exclude: keys,
    },
    ...{ from: z.unknown().optional(), to: z.unknown().optional(), filter: filterShape.nullish() },
    isWritten: z.boolean("must be true or false").nullish(),
  },
  "a playlist",
);

/**
 * Returns the playlist in the body of a request; the service validates its members.
 *
 * @throws {InvalidInputError} names the member that has another type or is unknown
 */
export function playlistFrom(body: unknown): PlaylistParameters {
  return shaped(body, playlistShape);
}
