import { type Kysely, type Migration, sql } from "kysely";
import { fileIdOf } from "../../../domain/library/library-file.js";

/** Files whose ids are stored by one statement. */
const FILES_PER_STATEMENT = 200;

/**
 * Stores analyses by the recording that was measured, and not by a name, and which recording each file
 * holds. What is there is kept: an analysis of track key K becomes that of the recording `rec:K`, whose id
 * is no digest, and is unverified where it was measured from a file: the file is read again later. Files
 * get the analysis that their audio was known by, or else that of their name, as before.
 */
export const identifyRecordings: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await keepFurtherKeys(kysely);
    await identifyFiles(kysely);
    await keepAnalysesByRecording(kysely);
    await forgetNames(kysely);
    await queueFiles(kysely);
  },
};

/** Files get further keys when they are scanned the next time, which reads the tags of all of them again. */
async function keepFurtherKeys(kysely: Kysely<never>): Promise<void> {
  await kysely.schema
    .createTable("further_keys")
    .addColumn("asked_key", "text", (column) => column.notNull())
    .addColumn("track_key", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("further_keys_key", ["asked_key", "track_key"])
    .execute();
}

async function identifyFiles(kysely: Kysely<never>): Promise<void> {
  for (const column of ["file_id", "recording_id", "former_recording_id"]) {
    await kysely.schema.alterTable("library_files").addColumn(column, "text").execute();
  }
  for (const column of ["changed_at", "inode"]) {
    await kysely.schema
      .alterTable("library_files")
      .addColumn(column, "bigint", (added) => added.notNull().defaultTo(0))
      .execute();
  }
  const { rows } = await sql<{ folder: string; relative_path: string }>`
    select folder, relative_path from library_files`.execute(kysely);
  for (let start = 0; start < rows.length; start += FILES_PER_STATEMENT) {
    const ids = rows
      .slice(start, start + FILES_PER_STATEMENT)
      .map(
        ({ folder, relative_path: relativePath }) =>
          sql`(${folder}, ${relativePath}, ${fileIdOf({ folder, relativePath })})`,
      );
    await sql`with ids (folder, relative_path, file_id) as (values ${sql.join(ids)})
      update library_files set file_id = ids.file_id from ids
      where library_files.folder = ids.folder and library_files.relative_path = ids.relative_path`.execute(
      kysely,
    );
  }
  await sql`update library_files set recording_id = (
      select 'rec:' || audio_contents.track_key
      from audio_contents join analyses on analyses.track_key = audio_contents.track_key
      where audio_contents.digest = library_files.audio_digest
    ) where audio_digest is not null`.execute(kysely);
  // The audio of these is not known: they answer as before until they are read.
  await sql`update library_files set recording_id = (
      select 'rec:' || track_key from analyses
      where analyses.track_key = library_files.track_key and source = 'library'
    ) where recording_id is null and (audio_digest is null or audio_digest = '')`.execute(kysely);
  await sql`update library_files set recording_id = (
      select 'rec:' || analysis_key from analysis_spellings
      where analysis_spellings.track_key = library_files.track_key
    ) where recording_id is null and (audio_digest is null or audio_digest = '')`.execute(kysely);
  await kysely.schema
    .createIndex("library_files_by_file_id")
    .on("library_files")
    .column("file_id")
    .unique()
    .execute();
  for (const column of ["recording_id", "fingerprint"]) {
    await kysely.schema
      .createIndex(`library_files_by_${column}`)
      .on("library_files")
      .column(column)
      .execute();
  }
}

async function keepAnalysesByRecording(kysely: Kysely<never>): Promise<void> {
  await kysely.schema
    .createTable("analyses_next")
    .addColumn("recording_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("track_key", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("analyzed_at", "bigint", (column) => column.notNull())
    .addColumn("duration_ms", "bigint", (column) => column.notNull())
    .addColumn("duration_seconds", "double precision", (column) => column.notNull())
    .addColumn("artist_folded", "text", (column) => column.notNull())
    .addColumn("track_name_folded", "text", (column) => column.notNull())
    .addColumn("artist", "text", (column) => column.notNull())
    .addColumn("track_name", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("recording_key", "text")
    .addColumn("release", "text")
    .addColumn("is_excerpt", "integer", (column) => column.notNull())
    .addColumn("is_verified", "integer", (column) => column.notNull())
    .addColumn("estimates", "text", (column) => column.notNull())
    .addColumn("sound_embedding", "text")
    .execute();
  await sql`insert into analyses_next (recording_id, track_key, version, analyzed_at, duration_ms,
      duration_seconds, artist_folded, track_name_folded, artist, track_name, source, recording_key,
      is_excerpt, is_verified, estimates, sound_embedding)
    select 'rec:' || analyses.track_key, analyses.track_key, version, analyzed_at, duration_ms,
      duration_seconds, artist_folded, track_name_folded, artist, track_name, source, recording_key,
      case when details like '%"excerptSeconds":%' then 1 else 0 end,
      case when source = 'library' then 0 else 1 end, estimates, sound_embedding
    from analyses join analysis_details on analysis_details.track_key = analyses.track_key`.execute(
    kysely,
  );
  for (const [table, column] of [
    ["analysis_details", "details"],
    ["analysis_timelines", "timeline"],
  ] as const) {
    await kysely.schema
      .createTable(`${table}_next`)
      .addColumn("recording_id", "text", (added) =>
        added.primaryKey().notNull().references("analyses_next.recording_id").onDelete("cascade"),
      )
      .addColumn(column, "text", (added) => added.notNull())
      .execute();
    await sql`insert into ${sql.table(`${table}_next`)} select 'rec:' || track_key, ${sql.ref(column)}
      from ${sql.table(table)}`.execute(kysely);
  }
  await kysely.schema
    .createTable("analysis_fingerprints")
    .addColumn("recording_id", "text", (column) =>
      column.primaryKey().notNull().references("analyses_next.recording_id").onDelete("cascade"),
    )
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .execute();
  await kysely.schema
    .createTable("recording_names")
    .addColumn("track_key", "text", (column) => column.notNull())
    .addColumn("recording_id", "text", (column) =>
      column.notNull().references("analyses_next.recording_id").onDelete("cascade"),
    )
    .addColumn("artist", "text", (column) => column.notNull())
    .addColumn("track_name", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("recording_names_key", ["track_key", "recording_id"])
    .execute();
  await sql`insert into recording_names select track_key, 'rec:' || track_key, artist, track_name
    from analyses`.execute(kysely);
  await sql`insert into recording_names
    select track_key, 'rec:' || analysis_key, artist, track_name from analysis_spellings
    where track_key not in (select track_key from analyses)`.execute(kysely);
  await kysely.schema
    .createIndex("recording_names_by_recording_id")
    .on("recording_names")
    .column("recording_id")
    .execute();
  await kysely.schema
    .createTable("analysis_changes_next")
    .addColumn("recording_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .execute();
  await sql`insert into analysis_changes_next select 'rec:' || track_key, revision
    from analysis_changes`.execute(kysely);
}

async function forgetNames(kysely: Kysely<never>): Promise<void> {
  const replaced = ["analysis_changes", "analysis_details", "analysis_timelines"] as const;
  for (const table of [...replaced, "analysis_spellings", "audio_contents", "analyses"]) {
    await kysely.schema.dropTable(table).execute();
  }
  for (const table of ["analyses", ...replaced]) {
    await kysely.schema.alterTable(`${table}_next`).renameTo(table).execute();
  }
  await kysely.schema
    .createIndex("analysis_changes_by_revision")
    .on("analysis_changes")
    .column("revision")
    .execute();
}

/** Jobs of the library belong to files. Those that waited for a name are added again by the next walk. */
async function queueFiles(kysely: Kysely<never>): Promise<void> {
  await sql`delete from analysis_jobs where upload is null and state <> 'ended'`.execute(kysely);
  await kysely.schema.dropIndex("analysis_jobs_by_running_recording").execute();
  for (const column of ["recording", "running_recording"]) {
    await kysely.schema.alterTable("analysis_jobs").dropColumn(column).execute();
  }
  await kysely.schema.alterTable("analysis_jobs").addColumn("file", "text").execute();
  await kysely.schema.dropTable("analysis_failures").execute();
  await kysely.schema
    .createTable("analysis_failures")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("track_key", "text", (column) => column.notNull())
    .addColumn("failure", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("analysis_failures_by_name", ["kind", "name"])
    .execute();
  for (const column of ["expires_at", "track_key"]) {
    await kysely.schema
      .createIndex(`analysis_failures_${column === "track_key" ? "of_track" : "by_end"}`)
      .on("analysis_failures")
      .column(column)
      .execute();
  }
}
