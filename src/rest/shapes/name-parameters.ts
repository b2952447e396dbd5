import type { Request } from "express";
import { z } from "zod";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseOptionalName } from "../../domain/track/name-text.js";
import { readableParametersOf } from "../request/query-parameters.js";
import { nameShape } from "./track-shapes.js";
import { parametersIn, textOf } from "./url-parameters.js";

const FIELDS = ["artist", "track"] as const;

/** The parameters that name a track literally, beside those of the contract. */
export const literalNameParameters = {
  "name.artist": textOf(nameShape.optional()).describe(
    "The artist, literally: a plus sign is sent as `%2B`, and is one. In place of `artist`.",
  ),
  "name.track": textOf(nameShape.optional()).describe(
    "The title, literally: a plus sign is sent as `%2B`, and is one. In place of `track`.",
  ),
};

/** The parameters that name a track. */
export const trackNameParameters = z.object({
  artist: textOf(nameShape.optional()).describe(
    "The artist, written as in search. With `track`, the server can search for an unknown key itself; for an upload, where its form does not give it.",
  ),
  track: textOf(nameShape.optional()).describe(
    "The title, written as in search; for an upload, where its form does not give it.",
  ),
  ...literalNameParameters,
});

/** What the parameters of a URL say of a track. */
type GivenNames = Readonly<
  Partial<Record<(typeof FIELDS)[number] | keyof typeof literalNameParameters, string | undefined>>
>;

/** An artist and a title, as far as they are given. */
interface NamesOfUrl {
  readonly artist?: string | undefined;
  readonly track?: string | undefined;
}

/**
 * Returns the artist and title that parameters give: those of the contract, where every `+` is a space, or
 * the literal ones.
 *
 * @throws {InvalidInputError} one is given in both ways
 */
export function namesFrom(given: GivenNames): NamesOfUrl {
  const names = FIELDS.map((field) => {
    const literal = given[`name.${field}`];
    const words = given[field]?.replaceAll("+", " ");
    if (literal !== undefined && words !== undefined) {
      throw new InvalidInputError(`name.${field}`, `must not be given together with "${field}"`);
    }
    return [field, literal ?? words];
  });
  return Object.fromEntries(names) as NamesOfUrl;
}

/**
 * Returns the artist and title in the URL of an upload.
 *
 * @throws {InvalidInputError} one is malformed, or given twice
 */
export function namesInUrl({ url }: Request<object>): NamesOfUrl {
  const { artist, track } = namesFrom(parametersIn(url, trackNameParameters));
  return {
    artist: parseOptionalName(artist, "artist"),
    track: parseOptionalName(track, "track"),
  };
}

/**
 * Returns the artist and title in a URL as far as they can be read, for a request whose track is known by
 * its key: nothing is refused for them.
 */
export function advisoryNamesIn({ url }: Request<object>): NamesOfUrl {
  const given = readableParametersOf(url, [...FIELDS, "name.artist", "name.track"]);
  return {
    artist: given["name.artist"] ?? given.artist,
    track: given["name.track"] ?? given.track,
  };
}
