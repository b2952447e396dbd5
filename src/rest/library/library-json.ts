import { artworkUrlFrom } from "../../domain/track/artwork-url.js";
import { shownFolder, type KnownFolder } from "../../domain/library/library-file.js";
import type {
  FailedLibraryTrack,
  LibraryStatus,
  UnanalysedTrack,
} from "../../domain/library/library-status.js";
import { shownScanning } from "../../http/shown-scanning.js";
import { shownStoredCheck } from "../../http/shown-stored-check.js";
import type { Track } from "../../domain/track/track.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type {
  libraryFailureShape,
  libraryFolderShape,
  libraryStatusShape,
  unanalysedTrackShape,
} from "./library-answers.js";

/** Converts the status of the library and its folders to JSON; paths only for those who may see them. */
export function toLibraryJson(
  status: LibraryStatus,
  folders: readonly KnownFolder[],
  maySeePaths: boolean,
): JsonOf<typeof libraryStatusShape> {
  return {
    ...status,
    running: [...status.running],
    ...shownScanning(status, maySeePaths),
    lastCheck: shownStoredCheck(status.lastCheck, maySeePaths),
    folders: folders.map((known) => toFolderJson(known, maySeePaths)),
  };
}

/** Converts a folder to JSON; paths only for those who may see them. */
export function toFolderJson(
  known: KnownFolder,
  maySeePaths: boolean,
): JsonOf<typeof libraryFolderShape> {
  const folder = shownFolder(known, maySeePaths);
  return { ...folder, away: [...folder.away] };
}

/** Converts a track whose analysis failed to JSON; the path of its file only for those who may see it. */
export function toFailureJson(
  { fileId, trackKey, failure: { code, message }, file, path }: FailedLibraryTrack,
  maySeePaths: boolean,
): JsonOf<typeof libraryFailureShape> {
  const { artist = null, trackName = null } = file ?? {};
  return {
    fileId,
    trackKey,
    artist,
    trackName,
    code,
    message,
    path: (maySeePaths ? path : undefined) ?? null,
  };
}

/** Converts a track without an analysis to JSON: it waits, or its last analysis failed. */
export function toUnanalysedJson(
  { failure }: UnanalysedTrack,
  track: Track,
  baseUrl: string,
): JsonOf<typeof unanalysedTrackShape> {
  const { trackKey, trackName, artist } = track;
  return {
    ...{ trackKey, trackName, artist, thumbnailUrl: artworkUrlFrom(baseUrl, track) },
    status: failure ? "failed" : "waiting",
    error: failure ? { code: failure.code, message: failure.message } : null,
  };
}
