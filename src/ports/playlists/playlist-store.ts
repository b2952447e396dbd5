import type { Playlist } from "../../domain/playlist/playlist.js";

/** Stores playlists. An owner has no two of one name. */
export interface PlaylistStore {
  /** Adds a playlist; returns whether its owner had none of its name. */
  add(playlist: Playlist): Promise<boolean>;

  /** Replaces name, recipe and writing of the playlist with this id. */
  change(playlist: Playlist): Promise<"changed" | "unknown" | "taken">;

  /** Removes a playlist; returns whether there was one. */
  remove(id: string): Promise<boolean>;

  find(id: string): Promise<Playlist | undefined>;

  /** Returns the playlists of an owner, or all, ordered by name, then id. */
  list(owner?: string): Promise<readonly Playlist[]>;
}
