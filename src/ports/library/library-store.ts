import type {
  FileId,
  LibraryFile,
  LibraryPath,
  StoredState,
} from "../../domain/library/library-file.js";
import type { Isrc } from "../../domain/track/track.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackRef } from "../../domain/track/track-ref.js";

/** Stores the files that scans found in the library folders, and searches them. */
export interface LibraryStore {
  /**
   * Adds files, or replaces those at the same path; all of them or none. Of a file that has several tracks, these are
   * given together. Failures of these files are forgotten, because their bytes may be others. The analysis of what a file
   * held as one track, or of a track that it has no more, is removed where nothing else leads to it.
   */
  save(files: readonly LibraryFile[]): Promise<void>;

  /**
   * Stores which recording a file holds, unless the file was changed or removed since `file` was read from
   * the store; returns whether it did. The analysis of the recording that the file held before is removed
   * where nothing else leads to it.
   */
  saveRecording(file: LibraryFile, recordingId: RecordingId): Promise<boolean>;

  /**
   * Stores that a file does not hold any more what it held before its bytes changed, unless it was changed or removed since
   * `file` was read from the store. What no file holds or held then has left the library.
   */
  forgetFormer(file: LibraryFile): Promise<void>;

  /** Removes the files at these paths, with all their tracks; unknown paths are ignored. */
  remove(paths: readonly LibraryPath[]): Promise<void>;

  /** Returns the folders of the files, ordered by path, with the number of files in each; each track of one counts. */
  listFolders(): Promise<readonly { readonly folder: string; readonly fileCount: number }[]>;

  /** Removes every file of a folder; returns how many. */
  removeFolder(folder: string): Promise<number>;

  /** Returns every file of a folder, ordered by relative path, and the tracks of one by their numbers. */
  listFolder(folder: string): Promise<readonly LibraryFile[]>;

  /** Returns the states in which the files of a folder were stored, one for each track, in no particular order. */
  listStates(folder: string): Promise<readonly StoredState[]>;

  /**
   * Returns the files with the name that a track key leads to, those that hold its preferred recording first,
   * or those that hold a recording; in the order of their paths.
   */
  findFiles(ref: TrackRef): Promise<readonly LibraryFile[]>;

  /** Returns the file at a path, or its tracks in their order; nothing for an unknown path. */
  findAt(path: LibraryPath): Promise<readonly LibraryFile[]>;

  /** Returns the files at any number of paths, in no particular order, and the tracks of each in theirs; nothing for unknown paths. */
  findAllAt(paths: readonly LibraryPath[]): Promise<readonly LibraryFile[]>;

  /** Returns the files with these ids, in their order; `undefined` for unknown ones. */
  findByIds(fileIds: readonly FileId[]): Promise<readonly (LibraryFile | undefined)[]>;

  /**
   * Returns the first of these files of each reference, in the order of the references; `undefined` where there
   * is none. It has the name under which its recording is listed, or that of its tags where a track key asks for that.
   */
  findFirst(refs: readonly TrackRef[]): Promise<readonly (LibraryFile | undefined)[]>;

  /** Returns the files whose tags contain a code, in the order of their paths. */
  findByCode(
    code: { readonly isrc: Isrc } | { readonly musicbrainzId: string },
  ): Promise<readonly LibraryFile[]>;

  /**
   * Returns files whose artist and title resemble the words, best first. Tolerates typing mistakes,
   * and ignores word order, letter case and diacritics. A track may have several files; at least
   * one of each track is returned.
   *
   * @param limit the maximum number of tracks, which are counted by their keys
   */
  search(words: string, limit: number): Promise<readonly LibraryFile[]>;

  /** Counts the stored files; each track of one counts. */
  count(): Promise<number>;
}
