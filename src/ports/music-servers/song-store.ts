import type { MusicServerName } from "../../domain/music-server/music-server.js";
import type { Song } from "../../domain/music-server/song.js";
import type { RecordingId } from "../../domain/track/recording-id.js";

/** Which recording a song is, as far as it was read. */
export interface HeldSong {
  readonly server: MusicServerName;
  readonly recordingId?: RecordingId;
}

/** What a server calls a song, and its first artist. */
export interface SongLabels {
  readonly songId: string;
  readonly artistId?: string;
}

/** Stores what servers list of their songs, by the paths of these below the folder of the server. */
export interface SongStore {
  /**
   * Stores songs of a server in place of those at their paths; all of them or none. Writes only what differs. What users did
   * with them becomes what is known of their recordings.
   */
  save(server: MusicServerName, songs: readonly Song[]): Promise<void>;

  /** Returns the songs at paths, in their order; `undefined` for unknown ones. */
  findMany(
    server: MusicServerName,
    relativePaths: readonly string[],
  ): Promise<readonly (Song | undefined)[]>;

  /** Returns the songs that a server calls by an id, ordered by server: several servers may have the same ids. */
  findById(id: string): Promise<readonly HeldSong[]>;

  /** Returns what a server calls recordings, by these; of several songs, that of the first path. */
  findIds(
    server: MusicServerName,
    recordingIds: readonly RecordingId[],
  ): Promise<ReadonlyMap<RecordingId, SongLabels>>;

  /** Returns those of some ids by which a server calls a song of which the library has the file. */
  findKnown(server: MusicServerName, ids: readonly string[]): Promise<ReadonlySet<string>>;

  /** Returns the artists that servers call by an id, one of each server: as the tags of one of its songs have it. */
  findArtists(
    id: string,
  ): Promise<readonly { readonly server: MusicServerName; readonly artist: string }[]>;

  /** Removes the songs of a server of which the library has no file. */
  removeUnused(server: MusicServerName): Promise<void>;
}
