import type { Selectable } from "kysely";
import type {
  Playlist,
  PlaylistContent,
  PlaylistRecipe,
} from "../../../domain/playlist/playlist.js";
import type { PlaylistRow, RowOrder } from "../../../domain/playlist/row-order.js";
import type { KeptRevision, RevisedPlaylist } from "../../../ports/playlists/playlist-store.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type { PlaylistsTable, Schema } from "../tables.js";

/** The columns of a playlist that `toPlaylist` reads. */
export const playlistColumns = [
  "id",
  "owner",
  "name",
  "note",
  "recipe",
  "isWritten",
  "createdAt",
  "changedAt",
  "revision",
  "undoRevision",
  "rowCount",
  "durationMs",
  "nextRow",
] as const satisfies readonly (keyof PlaylistsTable)[];

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** Converts a playlist to its row; the length of its rows is found by the database. */
export function toPlaylistsRow({
  id,
  owner,
  createdAt,
  ...revised
}: RevisedPlaylist): Omit<PlaylistsTable, "durationMs" | "removedAt"> {
  return { ...{ id, owner, createdAt }, ...toRevisedColumns(revised) };
}

/** Returns the columns of a playlist that a change sets. */
export function toRevisedColumns({
  name,
  note,
  recipe,
  isWritten,
  changedAt,
  revision,
  undoRevision,
  nextRow,
  order,
}: Omit<RevisedPlaylist, "id" | "owner" | "createdAt">): Omit<
  PlaylistsTable,
  "id" | "owner" | "createdAt" | "durationMs" | "removedAt"
> {
  return {
    ...{ changedAt, revision, undoRevision, nextRow },
    ...toContentColumns({ name, note, recipe, isWritten }),
    rowCount: order?.numbers.length ?? null,
  };
}

/** Converts the row of a playlist. */
export function toPlaylist({
  rowCount,
  durationMs,
  ...row
}: Pick<Row<"playlists">, (typeof playlistColumns)[number]>): Playlist {
  return {
    ...row,
    ...contentFrom(row),
    rows: rowCount === null ? null : { count: rowCount, durationMs },
  };
}

/** Converts the present revision of a playlist to its row. */
export function toRevisionRow({
  id,
  revision,
  undoRevision,
  order,
  changedAt,
  ...content
}: RevisedPlaylist): Row<"playlistRevisions"> {
  return {
    ...{ playlistId: id, revision, undoRevision, changedAt },
    ...toContentColumns(content),
    rowNumbers: order && JSON.stringify(order.numbers),
    rowNotes: JSON.stringify([...(order?.notes ?? [])]),
  };
}

/** Converts the row of a revision. */
export function toRevision({
  undoRevision,
  ...row
}: Omit<Row<"playlistRevisions">, "playlistId" | "revision" | "changedAt">): KeptRevision {
  return {
    undoRevision,
    ...contentFrom(row),
    order: toRowOrder(row),
  };
}

/** The columns of what a playlist says. */
type ContentColumns = Pick<PlaylistsTable, "name" | "note" | "recipe" | "isWritten">;

const toContentColumns = ({ name, note, recipe, isWritten }: PlaylistContent): ContentColumns => ({
  ...{ name, note },
  recipe: JSON.stringify(recipe),
  isWritten: isWritten ? 1 : 0,
});

const contentFrom = ({ name, note, recipe, isWritten }: ContentColumns): PlaylistContent => ({
  ...{ name, note },
  recipe: JSON.parse(recipe) as PlaylistRecipe | null,
  isWritten: isWritten === 1,
});

/** Converts the rows of a revision; `null` where it has none. */
export function toRowOrder({
  rowNumbers,
  rowNotes,
}: Pick<Row<"playlistRevisions">, "rowNumbers" | "rowNotes">): RowOrder | null {
  if (rowNumbers === null) return null;
  return {
    numbers: JSON.parse(rowNumbers) as number[],
    notes: new Map(JSON.parse(rowNotes) as [number, string][]),
  };
}

/** Converts a row of a playlist to that of its table. */
export function toRowOfTable(
  playlistId: string,
  { number, recordingId, artist, trackName, durationMs }: PlaylistRow,
): Row<"playlistRows"> {
  return { ...{ playlistId, number, recordingId, artist, trackName, durationMs }, leftAt: null };
}

/** Converts the row of a table to that of a playlist. */
export function toPlaylistRow({
  number,
  recordingId,
  artist,
  trackName,
  durationMs,
}: Omit<Row<"playlistRows">, "playlistId" | "leftAt">): PlaylistRow {
  return { number, recordingId: recordingId as RecordingId, artist, trackName, durationMs };
}
