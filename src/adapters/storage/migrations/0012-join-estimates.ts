import { type Kysely, type Migration, sql } from "kysely";

/** The estimates of every version until this migration: the field, and the column of its value. */
const ESTIMATES = [
  ["tempo", "tempo"],
  ["key", "key"],
  ["mode", "mode"],
  ["timeSignature", "time_signature"],
  ["energy", "energy"],
  ["liveness", "liveness"],
  ["danceability", "danceability"],
  ["instrumentalness", "instrumentalness"],
  ["speechiness", "speechiness"],
  ["valence", "valence"],
  ["arousal", "arousal"],
  ["approachability", "approachability"],
  ["engagement", "engagement"],
  ["happy", "happy"],
  ["sad", "sad"],
  ["relaxed", "relaxed"],
  ["aggressive", "aggressive"],
  ["loudness", "loudness"],
  ["loudnessRange", "loudness_range"],
  ["truePeak", "true_peak"],
  ["tuning", "tuning"],
] as const;

/** The columns of `analyses` that this migration replaces by one. */
export const columnsOfEstimates: readonly string[] = [
  ...ESTIMATES.map(([, column]) => column),
  "confidences",
];

/**
 * Joins the values, confidences and methods of all estimates to one JSON column, so that another
 * estimate needs no migration. The methods also remain in the details, where nothing reads them:
 * these are ten times as long, and rewriting them would take longer than everything else.
 *
 * The table is recreated, because SQLite rewrites it for each column that is dropped: 50 000
 * analyses take 4 s of processor, and would take 10 s.
 *
 * @throws {Error} foreign keys are enforced, so that dropping the table would remove every row that
 *   refers to it
 */
export const joinEstimates: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(kysely);
    if (rows[0]?.foreign_keys !== 0) throw new Error("Foreign keys are enforced in a migration.");
    await kysely.schema
      .createTable("analyses_next")
      .addColumn("track_key", "text", (column) => column.primaryKey())
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
      .addColumn("estimates", "text", (column) => column.notNull())
      .execute();
    const estimates = ESTIMATES.map(
      ([field, column]) =>
        sql`${sql.lit(field)}, json_array(${sql.ref(column)}, coalesce(confidences ->> ${sql.lit(field)}, 0), coalesce(methods ->> ${sql.lit(field)}, 'measured'))`,
    );
    await sql`insert into analyses_next
      select track_key, version, analyzed_at, duration_ms, duration_seconds, artist_folded, track_name_folded,
        artist, track_name, source, recording_key, json_object(${sql.join(estimates)})
      from (
        select analyses.*, details -> '$.methods' as methods
        from analyses left join analysis_details using (track_key)
        order by analyses.rowid
      )`.execute(kysely);
    await kysely.schema.dropTable("analyses").execute();
    await kysely.schema.alterTable("analyses_next").renameTo("analyses").execute();
    await kysely.schema
      .createIndex("analyses_by_recording_key")
      .on("analyses")
      .column("recording_key")
      .execute();
  },
};
