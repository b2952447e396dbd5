import { InvalidInputError } from "../errors/request-errors.js";
import { isRecordingId, type RecordingId } from "./recording-id.js";
import { parseTrackKey, type TrackKey } from "./track-key.js";
import { findIsrc, type Isrc } from "./track.js";

/** An identifier of a track. */
export type TrackId =
  | { readonly kind: "trackKey"; readonly trackKey: TrackKey }
  | { readonly kind: "recording"; readonly recordingId: RecordingId }
  | { readonly kind: "isrc"; readonly isrc: Isrc }
  | { readonly kind: "mbid"; readonly musicbrainzId: string }
  | { readonly kind: "acoustid"; readonly acoustId: string }
  | { readonly kind: "deezer"; readonly deezerId: string }
  | { readonly kind: "spotify"; readonly spotifyId: string };

/** The form of the identifier after each prefix. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ["rec", "16 lower-case hex characters"],
  ["isrc", "an ISRC such as GBN9Y1100088"],
  ["mbid", "the UUID of a MusicBrainz recording"],
  ["acoustid", "the UUID of an AcoustID track"],
  ["deezer", "a whole number"],
  ["spotify", "22 letters and digits"],
]);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Parses an identifier of a track: a track key, `rec:` and the rest of the id of a recording, `isrc:GBN9Y1100088`, `mbid:` and a MusicBrainz
 * recording id, `acoustid:` and an AcoustID track id, `deezer:116348128`, or `spotify:` and 22 characters.
 *
 * @throws {InvalidInputError} the text is none of these; the message says what is wrong with it
 */
export function parseTrackId(text: unknown, parameter = "id"): TrackId {
  if (typeof text !== "string" || !text.includes(":")) {
    return { kind: "trackKey", trackKey: parseTrackKey(text, parameter) };
  }
  const [kind = "", ...rest] = text.split(":");
  const id = prefixedId(kind, rest.join(":"));
  if (id !== undefined) return id;
  throw new InvalidInputError(parameter, problemWith(kind));
}

function problemWith(prefix: string): string {
  const form = FORMS.get(prefix);
  return form === undefined
    ? 'must be a track key, or an id that begins with "rec:", "isrc:", "mbid:", "acoustid:", "deezer:" or "spotify:"'
    : `must have ${form} after "${prefix}:"`;
}

function prefixedId(kind: string, value: string): TrackId | undefined {
  switch (kind) {
    case "rec": {
      const recordingId = `${kind}:${value}`;
      return isRecordingId(recordingId) ? { kind: "recording", recordingId } : undefined;
    }
    case "isrc": {
      const isrc = findIsrc(value);
      return isrc && { kind, isrc };
    }
    case "mbid": {
      const musicbrainzId = value.toLowerCase();
      return UUID.test(musicbrainzId) ? { kind, musicbrainzId } : undefined;
    }
    case "acoustid": {
      const acoustId = value.toLowerCase();
      return UUID.test(acoustId) ? { kind, acoustId } : undefined;
    }
    case "deezer":
      return /^[1-9][0-9]{0,18}$/.test(value) ? { kind, deezerId: value } : undefined;
    case "spotify":
      return /^[0-9A-Za-z]{22}$/.test(value) ? { kind, spotifyId: value } : undefined;
    default:
      return undefined;
  }
}

/** Formats an identifier as text that `parseTrackId` reads. */
export function trackIdText(id: TrackId): string {
  switch (id.kind) {
    case "trackKey":
      return id.trackKey;
    case "recording":
      return id.recordingId;
    case "isrc":
      return `isrc:${id.isrc}`;
    case "mbid":
      return `mbid:${id.musicbrainzId}`;
    case "acoustid":
      return `acoustid:${id.acoustId}`;
    case "deezer":
      return `deezer:${id.deezerId}`;
    case "spotify":
      return `spotify:${id.spotifyId}`;
  }
}
