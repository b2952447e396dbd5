import type { MusicServerName } from "../../domain/music-server/music-server.js";
import type { Song } from "../../domain/music-server/song.js";

/** Stores what servers list of their songs, by the paths of these below the folder of the server. */
export interface SongStore {
  /** Stores songs of a server in place of those at their paths; all of them or none. Writes only what differs. */
  save(server: MusicServerName, songs: readonly Song[]): Promise<void>;

  /** Returns the songs at paths, in their order; `undefined` for unknown ones. */
  findMany(
    server: MusicServerName,
    relativePaths: readonly string[],
  ): Promise<readonly (Song | undefined)[]>;

  /** Removes the songs of a server of which the library has no file. */
  removeUnused(server: MusicServerName): Promise<void>;
}
