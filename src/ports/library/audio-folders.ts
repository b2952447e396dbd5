import type { UnreachablePath } from "../../domain/library/library-file.js";

/** The audio files below a folder. */
export interface FolderContent {
  /**
   * Paths of the files with an audio file extension, in no particular order; each begins with the
   * path of the folder.
   */
  readonly files: readonly string[];
  /**
   * Files and folders that may exist and cannot be read; each path begins with that of the folder.
   */
  readonly unreachable: readonly UnreachablePath[];
}

/** Finds audio files in any folder of this machine, inside or outside the library. */
export interface AudioFolders {
  /**
   * Finds the audio files below a folder by the rules of a library scan; `undefined` where the path
   * is not a folder.
   *
   * @throws {unknown} `signal.reason`, when aborted
   */
  findContent(path: string, signal: AbortSignal): Promise<FolderContent | undefined>;
}
