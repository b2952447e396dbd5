import {
  kindOfPlaylist,
  shownRecipeOf,
  undoneRevisionOf,
  type Playlist,
} from "../../domain/playlist/playlist.js";
import { isoTime } from "../../http/iso-time.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { playlistShape } from "./playlist-answers.js";

/** Converts a playlist to JSON. */
export function toPlaylistJson(playlist: Playlist): JsonOf<typeof playlistShape> {
  const { id, name, note, revision, rows, isWritten, createdAt, changedAt } = playlist;
  const { path, spreadArtists = null, ...selection } = shownRecipeOf(playlist);
  return {
    ...{ id, name, note, kind: kindOfPlaylist(playlist), revision },
    trackCount: rows?.count ?? null,
    duration_ms: rows?.durationMs ?? null,
    isUndoable: undoneRevisionOf(playlist) !== null,
    ...{ ...selection, spreadArtists, from: path?.from ?? null, to: path?.to ?? null, isWritten },
    createdAt: isoTime(createdAt),
    changedAt: isoTime(changedAt),
  };
}
