import type {
  ServerPlaylist,
  ServerPlaylistKey,
  ServerPlaylistProgress,
  ServerPlaylistWish,
} from "../../domain/music-server/server-playlist.js";

/** What decides whether a playlist is sent to a music server now. */
export interface KnownServerPlaylist
  extends
    ServerPlaylistKey,
    Pick<ServerPlaylist, "state" | "revision" | "triedAt" | "isDue" | "isEnding"> {
  /** Whether the server has something that was sent. */
  readonly isThere: boolean;
  /** Whether sending has begun, and its end is not noted. */
  readonly isBegun: boolean;
  /** The revision that the playlist has now; `null` where it was deleted. */
  readonly playlistRevision: number | null;
}

/** Which playlist a process holds, and until when: another one that holds it later does so until later. */
export interface ServerPlaylistHold extends ServerPlaylistKey {
  /** Milliseconds since 1970, by the clock of the database. */
  readonly heldUntil: number;
}

/** Stores which playlists are kept on which music servers, for all processes on a database. */
export interface ServerPlaylistStore {
  /** Returns the servers that a playlist is kept on, ordered by name. */
  findOf(playlistId: string): Promise<readonly ServerPlaylist[]>;

  /** Returns all of them, ordered by server and playlist, without songs and logins: it is asked every few seconds. */
  list(): Promise<readonly KnownServerPlaylist[]>;

  /**
   * Stores a wish in place of the one before; it is due then, and not to be taken back.
   *
   * @param isNew whether what is known of it is forgotten
   */
  save(wish: ServerPlaylistWish, isNew: boolean): Promise<void>;

  /** Marks one as due and to be taken back; returns whether there was one. */
  end(key: ServerPlaylistKey): Promise<boolean>;

  /**
   * Holds one for this process, at most for some milliseconds, and marks it as no longer due; `undefined` where there is none, or
   * another process holds it.
   */
  hold(
    key: ServerPlaylistKey,
    milliseconds: number,
  ): Promise<(ServerPlaylist & ServerPlaylistHold) | undefined>;

  /**
   * Stores what became of one that is held; what is absent stays as it is. Returns `false`, and stores nothing, where another process
   * has held it since, or it was removed.
   */
  note(hold: ServerPlaylistHold, progress: Partial<ServerPlaylistProgress>): Promise<boolean>;

  /** Ends a hold, and none that another process has. */
  release(hold: ServerPlaylistHold): Promise<void>;

  /** Forgets one that is held, unless something else has become due of it, or another process has held it since. */
  remove(hold: ServerPlaylistHold): Promise<void>;
}
