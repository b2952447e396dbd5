/** A folder that was added to the library beside the configured ones, or that is paused. */
export interface StoredFolder {
  /** Absolute, symbolic links resolved. */
  readonly folder: string;
  readonly isAdded: boolean;
  /** Whether it is neither scanned nor analysed by itself. */
  readonly isPaused: boolean;
}

/** Stores what was changed about library folders while servers run. */
export interface FolderStore {
  /** Returns all of them, ordered by path; changes by other processes are noticed within a second. */
  list(): Promise<readonly StoredFolder[]>;

  /** Stores a folder in place of the one with its path. One that is neither added nor paused is removed. */
  save(folder: StoredFolder): Promise<void>;
}
