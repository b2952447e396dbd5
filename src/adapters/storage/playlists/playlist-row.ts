import type { Playlist, PlaylistRecipe } from "../../../domain/playlist/playlist.js";

/** One row per playlist. */
export interface PlaylistsTable extends Omit<Playlist, "recipe" | "isWritten"> {
  /** JSON. */
  readonly recipe: string;
  /** 0 or 1. */
  readonly isWritten: number;
}

export function toPlaylistRow({ recipe, isWritten, ...playlist }: Playlist): PlaylistsTable {
  return { ...playlist, recipe: JSON.stringify(recipe), isWritten: isWritten ? 1 : 0 };
}

export function toPlaylist({ recipe, isWritten, ...row }: PlaylistsTable): Playlist {
  return { ...row, recipe: JSON.parse(recipe) as PlaylistRecipe, isWritten: isWritten === 1 };
}
