import type { LibraryFile, LibraryPath } from "../../domain/track/library-file.js";
import type { Isrc } from "../../domain/track/track.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** Keeps what scans found in the library folders, and searches it. */
export interface LibraryStore {
  /** Adds files, or replaces those at the same path; all of them or none. */
  save(files: readonly LibraryFile[]): Promise<void>;

  /** Removes the files at these paths; unknown paths are ignored. */
  remove(paths: readonly LibraryPath[]): Promise<void>;

  /** The folders of the files, by name, and how many files each has. */
  listFolders(): Promise<readonly { readonly folder: string; readonly fileCount: number }[]>;

  /** Removes every file of a folder; answers how many. */
  removeFolder(folder: string): Promise<number>;

  /** Every file below a folder, ordered by relative path. */
  listFolder(folder: string): Promise<readonly LibraryFile[]>;

  /** The files that carry a track key, newest first. */
  findByTrackKey(trackKey: TrackKey): Promise<readonly LibraryFile[]>;

  /** The newest file of each key, in the order of the keys, `undefined` where there is none. */
  findManyByTrackKey(trackKeys: readonly TrackKey[]): Promise<readonly (LibraryFile | undefined)[]>;

  /** The files whose tags hold a code, newest first. */
  findByCode(
    code: { readonly isrc: Isrc } | { readonly musicbrainzId: string },
  ): Promise<readonly LibraryFile[]>;

  /**
   * Files whose artist and title resemble the words, best first. Typing mistakes, word order,
   * letter case and diacritics are forgiven. A track may have several files; at least one of each
   * track is among them.
   *
   * @param limit the maximum number of tracks, which are counted by their keys
   */
  search(words: string, limit: number): Promise<readonly LibraryFile[]>;

  /** How many files are kept. */
  count(): Promise<number>;
}
