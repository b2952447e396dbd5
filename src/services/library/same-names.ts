import { absolutePathOf, type LibraryFile } from "../../domain/library/library-file.js";
import { mayHaveSameLength } from "../../domain/track/recording.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { LibraryStore } from "../../ports/library/library-store.js";

/** Words of an album title that mean other recordings of the same songs. */
const VERSION_WORDS =
  /\b(?:live|unplugged|remaster(?:ed|s)?|remix(?:ed|es)?|demos?|acoustic|sessions?|instrumentals?|karaoke|re-?recorded)\b/giu;

/**
 * Keeps recordings apart whose tags have the same artist and title: where a file differs from one in
 * the library by more than a few seconds, or its album is of another kind (live, remastered), the title
 * of its album is added to its own. Files that may be the same recording keep one track, such as a FLAC
 * and an MP3 of it.
 *
 * @param files read by a scan, and not stored yet
 * @returns the files, ordered by path
 */
export async function keptApart(
  files: readonly LibraryFile[],
  store: Pick<LibraryStore, "findManyByTrackKey">,
): Promise<readonly LibraryFile[]> {
  const stored = await store.findManyByTrackKey(files.map(({ trackKey }) => trackKey));
  const known = new Map<TrackKey, LibraryFile>();
  for (const file of stored) if (file) known.set(file.trackKey, file);
  const ordered = [...files].sort((one, other) =>
    absolutePathOf(one) < absolutePathOf(other) ? -1 : 1,
  );
  return ordered.map((file) => {
    const other = known.get(file.trackKey);
    if (other === undefined) known.set(file.trackKey, file);
    if (other === undefined || absolutePathOf(other) === absolutePathOf(file)) return file;
    return mayBeSame(file, other) ? file : withAlbum(file);
  });
}

function mayBeSame(one: LibraryFile, other: LibraryFile): boolean {
  if (!mayHaveSameLength(one, other)) return false;
  if (one.album === undefined || other.album === undefined) return true;
  return versionsOf(one.album) === versionsOf(other.album);
}

const versionsOf = (album: string): string =>
  [...new Set(album.toLowerCase().match(VERSION_WORDS) ?? [])].sort().join();

function withAlbum(file: LibraryFile): LibraryFile {
  const { artist, album } = file;
  if (album === undefined) return file;
  const trackName = `${file.trackName} (${album})`;
  return { ...file, trackName, trackKey: trackKeyFrom(artist, trackName) };
}
