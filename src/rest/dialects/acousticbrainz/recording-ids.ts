import { InvalidInputError } from "../../../domain/errors/request-errors.js";
import { UnknownTrackIdError } from "../../../domain/errors/not-found-errors.js";
import { parseTrackId } from "../../../domain/track/track-id.js";
import type { RequestedId } from "../ready-analyses.js";

/** Maximum number of recordings in one request, the same as at AcousticBrainz. */
const MAX_RECORDINGS = 25;

/**
 * Parses the MusicBrainz recording id of a path.
 *
 * @throws {InvalidInputError} it is not a UUID
 */
export function parseMbid(text: string, parameter = "mbid"): RequestedId {
  return { text: text.toLowerCase(), id: parseTrackId(`mbid:${text}`, parameter) };
}

/**
 * Checks the number of the document of a recording, `n`. Overtone has one, number 0.
 *
 * @throws {InvalidInputError} it is not a whole number
 * @throws {UnknownTrackIdError} it is another document
 */
export function requireFirstDocument(n: string | undefined, mbid: string): void {
  if (n !== undefined && !/^[0-9]{1,9}$/.test(n)) {
    throw new InvalidInputError("n", "must be a whole number >= 0");
  }
  if (Number(n ?? 0) !== 0) throw new UnknownTrackIdError(`mbid:${mbid}`);
}

/**
 * Parses `recording_ids`: ids separated by ";", each with ":" and the number of its document, 0 by default.
 * Those of other documents are left out, since there are none.
 *
 * @throws {InvalidInputError} there is no id, a malformed one, or more than 25
 */
export function parseRecordingIds(list: string | undefined): readonly RequestedId[] {
  const texts = (list ?? "").split(";").filter((text) => text !== "");
  if (texts.length === 0) throw new InvalidInputError("recording_ids", "is missing");
  if (texts.length > MAX_RECORDINGS) {
    throw new InvalidInputError("recording_ids", `must contain at most ${MAX_RECORDINGS} ids`);
  }
  const asked = texts.map((text) => {
    const [, mbid = "", offset = "0"] = /^([^:]*)(?::([0-9]{1,9}))?$/.exec(text) ?? [];
    return { requested: parseMbid(mbid, "recording_ids"), offset: Number(offset) };
  });
  const first = asked.filter(({ offset }) => offset === 0).map(({ requested }) => requested);
  return [...new Map(first.map((requested) => [requested.text, requested])).values()];
}
