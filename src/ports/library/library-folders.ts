import type {
  AudioTags,
  FoundFile,
  LibraryPath,
  UnreachablePath,
} from "../../domain/track/library-file.js";
import type { EncodedAudio } from "../analysis/audio-source.js";

/** A picture, encoded. */
export interface Cover {
  readonly bytes: Uint8Array;
  /** e.g. "image/jpeg". */
  readonly mediaType: string;
}

/** The configured folders as they are right now. */
export interface FolderSurvey {
  /** Those that can be used: absolute, symbolic links resolved, without nested ones. */
  readonly folders: readonly string[];
  /** The others, by the paths that were configured. */
  readonly missing: readonly UnreachablePath[];
}

/** What a listing may be told. */
export interface ListingOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Told of each folder and file that cannot be looked at though it may be there, so that nothing
   * is known of what lies at or below it. Its path is relative to the configured folder, and empty
   * for that itself.
   */
  readonly onUnreachable?: (relativePath: string, reason: string) => void;
  /** Called when the configured folder holds no entry at all, as the mount point of a disk that is away. */
  readonly onEmpty?: () => void;
}

/** The library folders on disk. Nothing outside them is ever read, symbolic links included. */
export interface LibraryFolders {
  /** Looks for the configured folders. */
  survey(): Promise<FolderSurvey>;

  /**
   * Looks for any folder: its canonical form, or its absolute path and why it cannot be used, which
   * no folder needs to be of the library for.
   */
  inspect(path: string): Promise<{ readonly folder: string; readonly problem?: string }>;

  /**
   * The canonical form of a folder that may be scanned: a configured one, or one below it.
   *
   * @throws {InvalidInputError} it does not exist, is no folder, or lies outside the library
   */
  resolve(folder: string): Promise<{ folder: string; below: string }>;

  /** Every file below `folder` whose name ends like audio, in no particular order. */
  listFiles(folder: string, options?: ListingOptions): AsyncIterable<FoundFile>;

  /**
   * Tags and fingerprint of a file; its name (`Artist - Title.ext`) where it has no tags.
   *
   * @throws {AudioUndecodableError} not audio, or not readable
   */
  read(file: FoundFile): Promise<AudioTags & { readonly fingerprint: string }>;

  /** The embedded cover, or `undefined`: none, no such file, or outside the library. */
  findCover(path: LibraryPath): Promise<Cover | undefined>;

  /**
   * The audio, or `undefined`: no such file, or outside the library.
   *
   * @throws {AudioUnavailableError} its folder cannot be used now, and may come back
   */
  findAudio(path: LibraryPath): Promise<EncodedAudio | undefined>;
}
