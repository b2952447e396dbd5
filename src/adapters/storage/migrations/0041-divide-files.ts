import { type Kysely, type Migration, sql } from "kysely";

/** The columns that stay as they are, in the order of the table. */
const KEPT = [
  "folder",
  "relative_path",
  "revision",
  "names_folded",
  "track_key",
  "artist",
  "track_name",
  "album",
  "duration_seconds",
  "isrc",
  "musicbrainz_id",
  "has_cover",
  "size_bytes",
  "modified_at",
  "fingerprint",
  "audio_digest",
  "tagged",
  "genre",
  "year",
  "track_number",
  "disc_number",
  "artists",
  "album_artist",
  "composer",
  "work",
  "movement",
  "movement_number",
  "file_id",
  "recording_id",
  "former_recording_id",
  "changed_at",
  "inode",
  "cover_beside",
] as const;

/** The indexes, by their column, beside the one of `file_id`. */
const INDEXED = [
  "revision",
  "track_key",
  "isrc",
  "musicbrainz_id",
  "recording_id",
  "fingerprint",
] as const;

/**
 * Lets a file have several tracks, each a range of it, and stores the state of the cue sheets beside it. The table is
 * made anew, because the number of the track belongs to its key. Files with a sheet beside them are read again by the
 * next scan, since no state of it is stored.
 */
export const divideFiles: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await createNext(kysely);
    const columns = sql.join(KEPT.map((column) => sql.ref(column)));
    await sql`insert into library_files_next (${columns}) select ${columns} from library_files`.execute(
      kysely,
    );
    await kysely.schema.dropTable("library_files").execute();
    await kysely.schema.alterTable("library_files_next").renameTo("library_files").execute();
    await kysely.schema
      .createIndex("library_files_by_file_id")
      .on("library_files")
      .column("file_id")
      .unique()
      .execute();
    for (const column of INDEXED) {
      await kysely.schema
        .createIndex(`library_files_by_${column}`)
        .on("library_files")
        .column(column)
        .execute();
    }
  },
};

function createNext(kysely: Kysely<never>): Promise<void> {
  return kysely.schema
    .createTable("library_files_next")
    .addColumn("folder", "text", (column) => column.notNull())
    .addColumn("relative_path", "text", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("names_folded", "text", (column) => column.notNull())
    .addColumn("track_key", "text", (column) => column.notNull())
    .addColumn("artist", "text", (column) => column.notNull())
    .addColumn("track_name", "text", (column) => column.notNull())
    .addColumn("album", "text")
    .addColumn("duration_seconds", "double precision")
    .addColumn("isrc", "text")
    .addColumn("musicbrainz_id", "text")
    .addColumn("has_cover", "integer", (column) => column.notNull())
    .addColumn("size_bytes", "bigint", (column) => column.notNull())
    .addColumn("modified_at", "bigint", (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("audio_digest", "text")
    .addColumn("tagged", "text")
    .addColumn("genre", "text")
    .addColumn("year", "integer")
    .addColumn("track_number", "integer")
    .addColumn("disc_number", "integer")
    .addColumn("artists", "text")
    .addColumn("album_artist", "text")
    .addColumn("composer", "text")
    .addColumn("work", "text")
    .addColumn("movement", "text")
    .addColumn("movement_number", "integer")
    .addColumn("file_id", "text")
    .addColumn("recording_id", "text")
    .addColumn("former_recording_id", "text")
    .addColumn("changed_at", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("inode", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("cover_beside", "text")
    .addColumn("range_number", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("range_start", "bigint")
    .addColumn("range_end", "bigint")
    .addColumn("sheets", "text")
    .addPrimaryKeyConstraint("library_files_key", ["folder", "relative_path", "range_number"])
    .execute();
}
