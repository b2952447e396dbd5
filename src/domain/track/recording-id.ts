import { InvalidInputError } from "../errors/request-errors.js";

/**
 * Id of a recording, which is one stream of audio: `rec:` and 16 lower-case hex characters, the
 * beginning of a digest of the encoded audio and of what changes how it is heard, without the tags.
 *
 * Two of a million recordings have the same id by chance with a probability of 3 in 100 million.
 */
export type RecordingId = string & { readonly __brand: "RecordingId" };

const PATTERN = /^rec:[0-9a-f]{16}$/;

/**
 * Returns the id of the recording with a digest.
 *
 * @param digest SHA-256, 64 lower-case hex characters
 */
export function recordingIdFrom(digest: string): RecordingId {
  return `rec:${digest.slice(0, 16)}` as RecordingId;
}

/** Returns whether a text has the form of the id of a recording. */
export function isRecordingId(text: unknown): text is RecordingId {
  return typeof text === "string" && PATTERN.test(text);
}

/**
 * Parses the id of a recording.
 *
 * @throws {InvalidInputError} the text is not `rec:` and 16 lower-case hex characters
 */
export function parseRecordingId(text: unknown, parameter = "recordingId"): RecordingId {
  if (isRecordingId(text)) return text;
  throw new InvalidInputError(parameter, 'must be "rec:" and 16 lower-case hex characters');
}
