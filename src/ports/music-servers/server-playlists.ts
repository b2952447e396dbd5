import type { ServerPlaylistContent } from "../../domain/music-server/server-playlist.js";

/** What a playlist of a music server is to be. */
export interface WantedServerPlaylist extends ServerPlaylistContent {
  /** Plain text; may be empty. */
  readonly note: string;
  readonly isPublic: boolean;
}

/**
 * Reads and writes the playlists and favourites of the user who is signed in to a music server. Each method fails as those of
 * `MusicServerClient`.
 */
export interface ServerPlaylists {
  /** Returns a playlist by its id; `undefined` where there is none. */
  find(id: string, signal: AbortSignal): Promise<ServerPlaylistContent | undefined>;

  /** Returns the ids of the playlists of the user that have a name. */
  findNamed(name: string, signal: AbortSignal): Promise<readonly string[]>;

  /**
   * Creates a playlist without songs, and returns its id.
   *
   * @param othersBefore the ids of the playlists of the user that have the name already
   */
  create(name: string, othersBefore: readonly string[], signal: AbortSignal): Promise<string>;

  /**
   * Lets a playlist be what is wanted. Where that breaks off, its songs are those that it had, or a beginning of the wanted
   * ones.
   */
  replace(id: string, wanted: WantedServerPlaylist, signal: AbortSignal): Promise<void>;

  /** Removes a playlist. */
  remove(id: string, signal: AbortSignal): Promise<void>;

  /** Returns the ids of the songs that are favourites of the user. */
  findFavourites(signal: AbortSignal): Promise<ReadonlySet<string>>;

  /** Makes songs favourites of the user, or no favourites any more. */
  setFavourites(
    songIds: readonly string[],
    isFavourite: boolean,
    signal: AbortSignal,
  ): Promise<void>;
}
