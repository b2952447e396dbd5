/** Watching a folder, until it is closed. */
export interface FolderWatch {
  close(): Promise<void>;
}

/** Notices changes in folders of this machine, as far as the operating system reports them. */
export interface FolderChanges {
  /**
   * Watches a folder and all folders below it. Changes before the promise resolves may be missed, and
   * those on a network mount by other machines are never reported.
   *
   * @param folder absolute, symbolic links resolved
   * @param onChange receives the absolute paths of files and folders that were created, changed, moved
   * or deleted, together where they come together; must not throw
   * @throws {Error} the folder cannot be watched: it does not exist, the system has no watches left, or
   * it has none at all
   */
  watch(folder: string, onChange: (paths: readonly string[]) => void): Promise<FolderWatch>;
}
