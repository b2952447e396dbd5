import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { parseTrackId } from "../../../domain/track/track-id.js";
import { refOf } from "../../../domain/track/track-ref.js";
import type { RequestedId } from "../ready-analyses.js";

const PLAIN_ID = /^[0-9A-Za-z]{22}$/;

/** The id of a recording without its colon, because clients take ids of letters and digits only. */
const PLAIN_RECORDING = /^rec([0-9a-f]{16})$/;

/** Returns the id by which clients of the Spotify API name a track: of letters and digits. */
export const spotifyIdOf = (track: Parameters<typeof refOf>[0]): string =>
  refOf(track).replace(":", "");

/**
 * Parses an id of the Spotify API: a Spotify id alone, after `spotify:` or after `spotify:track:`,
 * or any other id that Overtone supports; that of a recording also without its colon.
 *
 * @throws {InvalidInputError} it is none of these
 */
export function parseSpotifyId(text: string, parameter = "id"): RequestedId {
  const id = text
    .replace(/^spotify:track:/, "spotify:")
    .replace(/^spotify:(?=rec[0-9a-f]{16}$)/, "")
    .replace(PLAIN_RECORDING, "rec:$1");
  return { text, id: parseTrackId(PLAIN_ID.test(id) ? `spotify:${id}` : id, parameter) };
}

/**
 * Parses a comma-separated list of ids, in their order; `undefined` for an invalid id, because
 * clients match the entries of the response by position.
 *
 * @param max the maximum number of ids
 * @throws {InvalidInputError} no ids, or more than the maximum
 */
export function parseSpotifyIds(
  list: string | undefined,
  max: number,
): readonly (RequestedId | undefined)[] {
  if (list === undefined || list.trim() === "") throw new InvalidInputError("ids", "is missing");
  const texts = list.split(",");
  if (texts.length > max) {
    throw new InvalidInputError("ids", `must contain at most ${max} ids`);
  }
  return texts.map((text) => parseOrUndefined(text.trim()));
}

function parseOrUndefined(text: string): RequestedId | undefined {
  try {
    return parseSpotifyId(text);
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}
