import { hash } from "node:crypto";
import { InvalidInputError } from "../errors/request-errors.js";

/** Key of a track by its artist and title: 16 lower-case hex characters. */
export type TrackKey = string & { readonly __brand: "TrackKey" };

/** A track key with the names that it was made from. */
export interface TrackNames {
  readonly trackKey: TrackKey;
  readonly artist: string;
  readonly trackName: string;
}

/**
 * Maximum number of track keys in one request, and of analyses that it starts, so that it cannot
 * fill the queue.
 */
export const MAX_TRACK_KEYS = 100;

const PATTERN = /^[0-9a-f]{16}$/;

const canonical = (name: string): string => name.toLowerCase().trim();

/**
 * Computes the key of a track: the first 16 hex characters of the SHA-256 of
 * `trim(lower(artist)) + ":" + trim(lower(track))`, so that a client can compute it alone.
 *
 * Letter case and surrounding white space do not change it; anything else does.
 */
export function trackKeyFrom(artist: string, track: string): TrackKey {
  const names = `${canonical(artist)}:${canonical(track)}`;
  return digestOf(names) as TrackKey;
}

/** Returns what identifies a text: the first 16 hex characters of its SHA-256. */
export function digestOf(text: string): string {
  return hash("sha256", text).slice(0, 16);
}

/** Returns whether a text has the form of a track key. */
export function isTrackKey(text: unknown): text is TrackKey {
  return typeof text === "string" && PATTERN.test(text);
}

/**
 * Parses a track key.
 *
 * @throws {InvalidInputError} the key is absent, or not 16 lower-case hex characters
 */
export function parseTrackKey(text: unknown, parameter = "trackKey"): TrackKey {
  if (text === undefined) throw new InvalidInputError(parameter, "is required");
  if (isTrackKey(text)) return text;
  throw new InvalidInputError(parameter, "must be 16 lower-case hex characters");
}
