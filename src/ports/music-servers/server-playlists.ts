import type { ServerPlaylistContent } from "../../domain/music-server/server-playlist.js";

/** What a playlist of a music server is to be. */
export interface WantedServerPlaylist extends ServerPlaylistContent {
  /** Plain text; may be empty. */
  readonly note: string;
  readonly isPublic: boolean;
}

/** Reads and writes the playlists of the user who is signed in to a music server. Each method fails as those of `MusicServerClient`. */
export interface ServerPlaylists {
  /** Returns a playlist by its id; `undefined` where there is none. */
  find(id: string, signal: AbortSignal): Promise<ServerPlaylistContent | undefined>;

  /** Returns the ids of the playlists of the user that have a name. */
  findNamed(name: string, signal: AbortSignal): Promise<readonly string[]>;

  /**
   * Creates a playlist that only its user sees, with no songs or the first of the wanted ones, and returns its id.
   *
   * @param othersBefore the ids of the playlists of the user that have the name already
   */
  create(
    wanted: ServerPlaylistContent,
    othersBefore: readonly string[],
    signal: AbortSignal,
  ): Promise<string>;

  /**
   * Lets a playlist be what is wanted, as far as the server has that; one that has a song only once keeps the first. The name
   * comes first. Where it breaks off, the songs are a beginning of those that were there, or of the wanted ones.
   */
  replace(id: string, wanted: WantedServerPlaylist, signal: AbortSignal): Promise<void>;

  /** Removes a playlist. */
  remove(id: string, signal: AbortSignal): Promise<void>;
}

/** Reads and writes the favourites of the user who is signed in to a music server. Each method fails as those of `MusicServerClient`. */
export interface ServerFavourites {
  /** Returns the ids of the songs that are favourites of the user. */
  findFavourites(signal: AbortSignal): Promise<ReadonlySet<string>>;

  /** Makes songs favourites of the user, or no favourites any more. */
  setFavourites(
    songIds: readonly string[],
    isFavourite: boolean,
    signal: AbortSignal,
  ): Promise<void>;
}
