/** The folder that playlists are written into. */
export interface PlaylistFolder {
  /**
   * Writes a file as a whole, unless it has this content.
   *
   * @param name a safe file name
   * @returns whether it was written
   */
  write(name: string, content: Uint8Array): Promise<boolean>;

  /**
   * Removes the files that were written by this server and are none of these, unless somebody has changed
   * them since.
   *
   * @returns how many were removed
   */
  keepOnly(names: readonly string[]): Promise<number>;
}
