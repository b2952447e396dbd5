/** A playlist that is written, and the name that its file is to have. */
export interface WrittenPlaylist {
  readonly id: string;
  /** A safe file name with an extension. */
  readonly fileName: string;
}

/** A folder that playlists are written into, and that people and other programs use as well. */
export interface PlaylistFolder {
  /**
   * Returns how a playlist in the folder names a file of this machine: as the programs that read it find the file.
   *
   * @param path absolute
   */
  pathOf(path: string): string;

  /**
   * Writes the file of a playlist as a whole, unless it has this content. Nothing is replaced but what this server wrote
   * for this playlist and that was not changed since: where something else has the name, a number is added to it.
   *
   * @returns whether it was written
   */
  write(playlist: WrittenPlaylist, content: Uint8Array): Promise<boolean>;

  /**
   * Removes the files that this server wrote for other playlists or under other names, unless somebody has changed
   * them since. What interrupted processes have left is removed as well.
   *
   * @returns how many files of playlists were removed
   */
  keepOnly(playlists: readonly WrittenPlaylist[]): Promise<number>;

  /** Returns the files that this server wrote, by absolute path, and whether each has the content that was written. */
  compare(): Promise<ReadonlyMap<string, boolean>>;
}
