import type { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type {
  AudioTags,
  CoverPlaces,
  CoversBeside,
  FoundFile,
  LibraryPath,
  TrackPath,
  UnreachablePath,
} from "../../domain/library/library-file.js";
import type { SeenDirectory } from "../../domain/library/library-directory.js";
import type { TrackRange } from "../../domain/audio-range.js";
import type { FileState } from "../../domain/library/file-state.js";
import type { EncodedAudio } from "../analysis/audio-source.js";

/** A picture, encoded. */
export interface Cover {
  readonly bytes: Uint8Array;
  /** e.g. "image/jpeg". */
  readonly mediaType: string;
}

/** The configured folders as they are right now. */
export interface FolderSurvey {
  /** The usable folders: absolute, symbolic links resolved, without nested ones. */
  readonly folders: readonly string[];
  /** The folders that cannot be used, by their configured paths. */
  readonly missing: readonly UnreachablePath[];
}

/** The state of a file, and its number in its file system. */
type NumberedState = FileState & Pick<FoundFile, "inode">;

/** A file of the library on a disk, as it is now. */
export interface FoundFileAudio extends Extract<EncodedAudio, { kind: "file" }> {
  readonly state: NumberedState;
}

/** A song on a music server, as it was listed last: it is received before it is read. */
export interface FoundSongAudio extends LibraryPath {
  readonly kind: "song";
  readonly state: NumberedState;
  readonly facts: string;
}

/** A file of the library as it is now. */
export type FoundAudio = FoundFileAudio | FoundSongAudio;

/** The tags of a track that is a part of a file. */
export interface RangedTags extends AudioTags {
  readonly range: TrackRange;
}

/** What is read of a file for the library. */
export interface FileContent extends AudioTags {
  readonly fingerprint: string;
  /** Its tracks by a cue sheet, two or more, of which the file itself is none; absent where it is one track. */
  readonly tracks?: readonly RangedTags[];
  /** Absent where no file beside it is called as a cover is. */
  readonly beside?: CoversBeside;
}

/** Options of a listing. */
export interface ListingOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Called for each folder and file that may exist and cannot be read, so that nothing is known of
   * the files at or below it. The path is relative to the configured folder, and empty for that
   * folder itself.
   */
  readonly onUnreachable?: (relativePath: string, reason: string) => void;
  /**
   * Called for each directory that was entered, those above the listed one included, which count as
   * not empty. The path is relative to the configured folder, and empty for that folder itself.
   */
  readonly onDirectory?: (relativePath: string, directory: SeenDirectory) => void;
  /** Called for each symbolic link that leads to nothing. */
  readonly onBrokenLink?: (relativePath: string) => void;
}

/** The library folders, on disks and on music servers. Nothing outside them is ever read, symbolic links included. */
export interface LibraryFolders {
  /** Checks which of the configured folders can be used. */
  survey(): Promise<FolderSurvey>;

  /**
   * Returns the folders for work in the background: the usable ones that are not paused, without empty
   * ones, which may be mount points of disks that are not mounted.
   */
  findActive(): Promise<readonly string[]>;

  /**
   * Checks one folder, inside or outside the library. Returns its canonical path, or its absolute
   * path and why it cannot be used.
   */
  inspect(path: string): Promise<{ readonly folder: string; readonly problem?: string }>;

  /**
   * Returns the canonical path of a folder that may be scanned: a configured one, or one below it.
   *
   * @throws {InvalidInputError} it does not exist, is not a folder, or is outside the library
   */
  resolve(folder: string): Promise<{ folder: string; below: string }>;

  /**
   * Returns a text that describes the mounts in a folder: it changes when a disk is mounted or unmounted
   * there, or when a directory whose files were away can be read again.
   */
  presenceIn(folder: string): Promise<string>;

  /** Lists every file below `folder` with an audio file extension, in no particular order. */
  listFiles(folder: string, options?: ListingOptions): AsyncIterable<FoundFile>;

  /**
   * Reads the tags and fingerprint of a file; artist and title come from its name
   * (`Artist - Title.ext`) where it has no tags. A cue sheet beside it, or else one inside it, says which tracks it
   * has, and their names; one that cannot be used is logged, and the file is one track.
   *
   * @throws {AudioUndecodableError} not audio, or not readable
   * @throws {AudioUnavailableError} its disk does not respond, or is not mounted any more
   */
  read(file: FoundFile): Promise<FileContent>;

  /**
   * Returns the embedded cover of a file, or else the one beside it; `undefined` where there is none any more, no such
   * file, or it is outside the library.
   */
  findCover(file: LibraryPath & CoverPlaces): Promise<Cover | undefined>;

  /**
   * Returns the audio of a file or of a track of it, with the present state of the file; `undefined` where there is no such file or it is outside the library.
   *
   * @throws {AudioUnavailableError} its folder cannot be read now, or its files are away; both may pass
   */
  findAudio(path: TrackPath): Promise<FoundAudio | undefined>;

  /**
   * Returns the same of a few files, in their order, which are looked for at once; the error where `findAudio`
   * would throw it.
   */
  findAudioOf(
    paths: readonly TrackPath[],
  ): Promise<readonly (FoundAudio | AudioUnavailableError | undefined)[]>;
}
