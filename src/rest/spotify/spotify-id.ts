import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseTrackId, type TrackId } from "../../domain/track/track-id.js";

/** The most ids of one request, as Spotify had it. */
const MAX_IDS = 100;

const PLAIN_ID = /^[0-9A-Za-z]{22}$/;

/** An id as a client sent it, and what it says. */
export interface AskedId {
  readonly text: string;
  readonly id: TrackId;
}

/**
 * A track's id in the place of a Spotify id: such an id alone, after `spotify:` or
 * `spotify:track:`, or any other that Overtone knows.
 *
 * @throws {InvalidInputError} none of these
 */
export function parseSpotifyId(text: string): AskedId {
  const id = text.replace(/^spotify:track:/, "spotify:");
  return { text, id: parseTrackId(PLAIN_ID.test(id) ? `spotify:${id}` : id) };
}

/**
 * The ids of a list with commas, in their order; `undefined` in the place of what is no id, because
 * answers are found by their place.
 *
 * @throws {InvalidInputError} no ids, or more than 100
 */
export function parseSpotifyIds(list = ""): readonly (AskedId | undefined)[] {
  if (list.trim() === "") throw new InvalidInputError("ids", "is missing");
  const texts = list.split(",");
  if (texts.length > MAX_IDS) {
    throw new InvalidInputError("ids", `must hold at most ${MAX_IDS} ids`);
  }
  return texts.map((text) => perhapsId(text.trim()));
}

function perhapsId(text: string): AskedId | undefined {
  try {
    return parseSpotifyId(text);
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}
