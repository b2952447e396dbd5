import type { UnreachablePath } from "../../domain/track/library-file.js";

/** What lies below a folder. */
export interface FolderContent {
  /** The files whose names end like audio, in no particular order, by the path of the folder. */
  readonly files: readonly string[];
  /** Files and folders that may be there and cannot be looked at, by the path of the folder. */
  readonly unreachable: readonly UnreachablePath[];
}

/** Folders of audio files anywhere on this machine, which need not be of the library. */
export interface AudioFolders {
  /**
   * What lies below a folder, by the rules of a scan of the library; `undefined` where the path is
   * no folder.
   *
   * @throws the signal's reason, once it is aborted
   */
  findContent(path: string, signal: AbortSignal): Promise<FolderContent | undefined>;
}
