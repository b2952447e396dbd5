import type { WrittenPlaylist } from "./playlist-folder.js";

/** A file that was written for a playlist. */
export interface PlaylistFile extends WrittenPlaylist {
  /** An absolute path. */
  readonly folder: string;
  /** The name that it has there: that of the playlist, or one with a number where that was taken. */
  readonly name: string;
}

/**
 * Remembers which files were written for playlists and what they contained, for all processes on a database: what none
 * of them has written belongs to somebody else. A content is noted before it is written, so that a file is known after a
 * crash, and while another process is writing it.
 */
export interface PlaylistFileRecord {
  /** Returns the files that were written into a folder, by their names. */
  filesIn(folder: string): Promise<readonly PlaylistFile[]>;

  /** Whether this content was written there for the playlist. A file has to be read before this is asked. */
  has(file: PlaylistFile, digest: string): Promise<boolean>;

  /**
   * Notes what a file has and is to have, and forgets what it had an hour before.
   *
   * @param digests SHA-256 of the contents
   */
  note(file: PlaylistFile, digests: readonly string[]): Promise<void>;

  /** Forgets what was noted of a file more than an hour ago: nobody is writing that any more. */
  forgetOld(file: PlaylistFile): Promise<void>;

  /** Forgets a file. */
  remove(file: PlaylistFile): Promise<void>;
}
