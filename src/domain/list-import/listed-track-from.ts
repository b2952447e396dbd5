import { findName } from "../track/name-text.js";
import { isRecordingId } from "../track/recording-id.js";
import { findSpotifyId } from "../track/spotify-track-id.js";
import { isTrackKey } from "../track/track-key.js";
import { findIsrc } from "../track/track.js";
import type { RowTrack } from "./listed-row.js";

const MAX_PATH_CHARACTERS = 4_096;

/** A day: longer ones are no length of a track. */
const MAX_DURATION_MS = 86_400_000;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/u;

/** What a file may say of a track, as texts. */
export interface ListedTexts {
  readonly title?: string | undefined;
  readonly artist?: string | undefined;
  readonly album?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly isrc?: string | undefined;
  /** An id, or an address that has it. */
  readonly musicbrainzId?: string | undefined;
  /** An id, URI or URL. */
  readonly spotifyId?: string | undefined;
  readonly trackKey?: string | undefined;
  readonly recordingId?: string | undefined;
  readonly path?: string | undefined;
}

/** Returns what texts say of a track; what is malformed is left out, because the rest may still lead to it. */
export function listedTrackFrom(texts: ListedTexts): RowTrack {
  const { durationMs, trackKey, recordingId, path } = texts;
  const title = findName(texts.title);
  const artist = findName(texts.artist);
  const album = findName(texts.album);
  const isrc = findIsrc(texts.isrc);
  const [musicbrainzId] = UUID.exec(texts.musicbrainzId?.toLowerCase() ?? "") ?? [];
  const spotifyId = findSpotifyId(texts.spotifyId);
  const isLength = durationMs !== undefined && durationMs > 0 && durationMs <= MAX_DURATION_MS;
  const hasPath = path !== undefined && path.trim() !== "" && path.length <= MAX_PATH_CHARACTERS;
  return {
    ...(title !== undefined && { title }),
    ...(artist !== undefined && { artist }),
    ...(album !== undefined && { album }),
    ...(isLength && { durationMs: Math.round(durationMs) }),
    ...(isrc !== undefined && { isrc }),
    ...(musicbrainzId !== undefined && { musicbrainzId }),
    ...(spotifyId !== undefined && { spotifyId }),
    ...(isTrackKey(trackKey) && { trackKey }),
    ...(isRecordingId(recordingId) && { recordingId }),
    ...(hasPath && { path: path.toWellFormed() }),
  };
}

/**
 * Returns a length in milliseconds of a text as tables have it: `3:45`, `1:02:03`, or a number in a unit.
 *
 * @param unit of a number; "guessed" takes those above 10,000 for milliseconds, and others for seconds
 * @returns `undefined` where the text is no length
 */
export function durationMsFrom(
  text: string | undefined,
  unit: "ms" | "s" | "guessed",
): number | undefined {
  const trimmed = text?.trim() ?? "";
  if (/^\d{1,10}(?:[.,]\d{1,9})?$/u.test(trimmed)) {
    const value = Number(trimmed.replace(",", "."));
    const isMilliseconds = unit === "ms" || (unit === "guessed" && value > 10_000);
    return isMilliseconds ? value : 1_000 * value;
  }
  const [, hours = "0", minutes, seconds] =
    /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2}(?:\.\d{1,3})?)$/u.exec(trimmed) ?? [];
  if (minutes === undefined || seconds === undefined) return undefined;
  return 1_000 * (3_600 * Number(hours) + 60 * Number(minutes) + Number(seconds));
}

/** What stands between artist and title in one text. */
export const DASH = / [-–—] /u;

/** Returns a text with single spaces. Patterns with runs of them would take the square of their length. */
export const withSingleSpaces = (text: string): string => text.replace(/\s+/gu, " ");

/** Returns artist and title of a text such as `Artist - Title`; the whole is the title where nothing divides it. */
export function namesIn(text: string): Pick<ListedTexts, "artist" | "title"> {
  const names = withSingleSpaces(text);
  const match = DASH.exec(names);
  if (!match) return { title: names };
  return { artist: names.slice(0, match.index), title: names.slice(match.index + match[0].length) };
}
