import type { Playlist, PlaylistRecipe } from "../../../domain/playlist/playlist.js";
import type { PlaylistsTable } from "../tables.js";

export function toPlaylistRow({ recipe, isWritten, ...playlist }: Playlist): PlaylistsTable {
  return { ...playlist, recipe: JSON.stringify(recipe), isWritten: isWritten ? 1 : 0 };
}

export function toPlaylist({ recipe, isWritten, ...row }: PlaylistsTable): Playlist {
  return { ...row, recipe: JSON.parse(recipe) as PlaylistRecipe, isWritten: isWritten === 1 };
}
