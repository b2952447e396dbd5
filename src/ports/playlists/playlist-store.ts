import type { Playlist, PlaylistContent } from "../../domain/playlist/playlist.js";
import type { PlaylistRow, RowOrder } from "../../domain/playlist/row-order.js";

/** A playlist with the revision that is to become the present one. */
export interface RevisedPlaylist extends Omit<Playlist, "rows"> {
  /** Its rows; `null` where its tracks are found anew. */
  readonly order: RowOrder | null;
  /** Those of its rows that it never had before. */
  readonly added: readonly PlaylistRow[];
}

/** What a revision that is kept says. */
export interface KeptRevision extends PlaylistContent, Pick<Playlist, "undoRevision"> {
  readonly order: RowOrder | null;
}

/**
 * Stores playlists, their last revisions, and for a while those that were deleted. Names are unique per owner; deleted
 * playlists do not count.
 *
 * What reads or writes rows takes a signal, and throws its reason where it aborts meanwhile: then nothing is changed.
 */
export interface PlaylistStore {
  /** Adds a playlist with its first revision; returns it, or `undefined` where its owner has one of its name. */
  add(playlist: RevisedPlaylist, signal?: AbortSignal): Promise<Playlist | undefined>;

  /**
   * Makes the next revision of a playlist, where the present one is the one before; returns the playlist, or why not:
   * there is none, its owner has another of the name, or another revision came between.
   */
  change(
    playlist: RevisedPlaylist,
    signal?: AbortSignal,
  ): Promise<Playlist | "unknown" | "taken" | "outdated">;

  /**
   * Deletes a playlist, and forgets those that its owner deleted long before; returns whether there was one.
   *
   * @param at milliseconds since 1970
   */
  remove(id: string, at: number): Promise<boolean>;

  /** Brings a deleted playlist back as it was. */
  restore(id: string): Promise<"restored" | "unknown" | "taken">;

  find(id: string): Promise<Playlist | undefined>;

  /** Returns a playlist that was deleted and is still kept. */
  findRemoved(id: string): Promise<Playlist | undefined>;

  /** Returns a revision that is kept. */
  findRevision(id: string, revision: number): Promise<KeptRevision | undefined>;

  /** Returns the rows of a playlist with these numbers, in their order; `undefined` where they are not kept. */
  findRows(
    id: string,
    numbers: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly (PlaylistRow | undefined)[]>;

  /** Returns the playlists of an owner, or all, ordered by name, then id. */
  list(owner?: string): Promise<readonly Playlist[]>;
}
