import type { AwayFiles, StoredDirectory } from "../../domain/library/library-directory.js";

/** A directory that is a mount point, or whose files are away. */
export interface MarkedDirectory {
  readonly folder: string;
  /** Below `folder`; empty for the folder itself. */
  readonly relativePath: string;
  readonly isMount: boolean;
  /** Absent where its files are not away. */
  readonly away?: AwayFiles;
}

/** Changes of the directories of a library folder, by relative paths. */
export interface DirectoryChanges {
  readonly changed: ReadonlyMap<string, StoredDirectory>;
  readonly removed: readonly string[];
}

/** Stores the directories in which the files of the library lie, as the last scans have found them. */
export interface DirectoryStore {
  /** Returns the directories of a library folder by their relative paths. */
  list(folder: string): Promise<ReadonlyMap<string, StoredDirectory>>;

  /** Stores changes of the directories of a library folder. */
  save(folder: string, changes: DirectoryChanges): Promise<void>;

  /** Removes all directories of a library folder. */
  removeFolder(folder: string): Promise<void>;

  /** Returns the marked directories of all folders; changes by other processes are noticed within a second. */
  listMarked(): Promise<readonly MarkedDirectory[]>;
}
