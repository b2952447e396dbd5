/** The folder that playlists are written into. */
export interface PlaylistFolder {
  /**
   * Writes a file as a whole, unless it has this content.
   *
   * @param name a safe file name
   * @returns whether it was written
   */
  write(name: string, content: Uint8Array): Promise<boolean>;
}
