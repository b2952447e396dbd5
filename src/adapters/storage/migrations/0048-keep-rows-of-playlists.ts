import { type Kysely, type Migration, sql } from "kysely";

/**
 * Lets playlists have rows, and keeps their revisions: what was there becomes the first revision of each. A deleted
 * playlist is kept for a while, and its name is free.
 */
export const keepRowsOfPlaylists: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await addColumns(kysely);
    await kysely.schema.dropIndex("playlists_by_owner_and_name").execute();
    await sql`create unique index playlists_by_owner_and_name on playlists (owner, name)
      where removed_at is null`.execute(kysely);
    await createRevisions(kysely);
    await createRows(kysely);
    await sql`insert into playlist_revisions (playlist_id, revision, name, note, recipe, is_written, row_notes, changed_at)
      select id, revision, name, note, recipe, is_written, '[]', changed_at from playlists`.execute(
      kysely,
    );
  },
};

/** Adds the columns of the table of playlists one by one, because SQLite takes no more at once. */
async function addColumns(kysely: Kysely<never>): Promise<void> {
  const playlists = kysely.schema.alterTable("playlists");
  await playlists.addColumn("note", "text", (column) => column.notNull().defaultTo("")).execute();
  await playlists
    .addColumn("revision", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await playlists.addColumn("undo_revision", "integer").execute();
  await playlists.addColumn("row_count", "integer").execute();
  await playlists
    .addColumn("duration_ms", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await playlists
    .addColumn("next_row", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await playlists.addColumn("removed_at", "bigint").execute();
}

function createRevisions(kysely: Kysely<never>): Promise<void> {
  return kysely.schema
    .createTable("playlist_revisions")
    .addColumn("playlist_id", "text", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("undo_revision", "integer")
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("recipe", "text", (column) => column.notNull())
    .addColumn("is_written", "integer", (column) => column.notNull())
    .addColumn("row_numbers", "text")
    .addColumn("row_notes", "text", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("playlist_revisions_key", ["playlist_id", "revision"])
    .execute();
}

async function createRows(kysely: Kysely<never>): Promise<void> {
  await kysely.schema
    .createTable("playlist_rows")
    .addColumn("playlist_id", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("recording_id", "text", (column) => column.notNull())
    .addColumn("artist", "text", (column) => column.notNull())
    .addColumn("track_name", "text", (column) => column.notNull())
    .addColumn("duration_ms", "integer")
    .addColumn("left_at", "integer")
    .addPrimaryKeyConstraint("playlist_rows_key", ["playlist_id", "number"])
    .execute();
  await sql`create index playlist_rows_that_left on playlist_rows (playlist_id, left_at)
    where left_at is not null`.execute(kysely);
}
