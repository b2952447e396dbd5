import { type Kysely, type Migration, sql } from "kysely";

const ORDERS = [
  "tempo",
  "key",
  "energy",
  "danceability",
  "valence",
  "loudness",
  "artist_folded",
  "track_name_folded",
  "duration_ms",
  "analyzed_at",
];

/** Rows read at once: the details of each hold about a thousand beats. */
const ROWS_PER_SLICE = 200;

/**
 * Moves confidences from the details to a column that filters can use, and prepares the catalogue in
 * memory. Every change to analyses, removals included, gets the next revision, so that an index in
 * memory finds what another process wrote; existing analyses count as changed once. The database
 * needs no index for each order any more.
 */
export const browseTheCatalogue: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    for (const column of ORDERS) {
      await kysely.schema.dropIndex(`analyses_by_${column}`).execute();
    }
    await kysely.schema.alterTable("analyses").dropColumn("names_folded").execute();
    await kysely.schema
      .alterTable("analyses")
      .addColumn("confidences", "text", (column) => column.notNull().defaultTo("{}"))
      .execute();
    await moveConfidences(kysely);

    await kysely.schema
      .createTable("analysis_changes")
      .addColumn("track_key", "text", (column) => column.primaryKey())
      .addColumn("revision", "bigint", (column) => column.notNull())
      .execute();
    await kysely.schema
      .createIndex("analysis_changes_by_revision")
      .on("analysis_changes")
      .column("revision")
      .execute();
    await sql`insert into analysis_changes (track_key, revision)
      select track_key, row_number() over (order by track_key) from analyses`.execute(kysely);
    await kysely.schema
      .createTable("analysis_revision")
      .addColumn("revision", "bigint", (column) => column.notNull())
      .execute();
    await sql`insert into analysis_revision (revision) select count(*) from analyses`.execute(
      kysely,
    );
  },
};

interface Tables {
  readonly analyses: { readonly track_key: string; readonly confidences: string };
  readonly analysis_details: { readonly track_key: string; readonly details: string };
}

async function moveConfidences(kysely: Kysely<Tables>): Promise<void> {
  let seen = "";
  for (;;) {
    const rows = await kysely
      .selectFrom("analysis_details")
      .selectAll()
      .where("track_key", ">", seen)
      .orderBy("track_key")
      .limit(ROWS_PER_SLICE)
      .execute();
    for (const { track_key, details } of rows) {
      const { confidences, ...rest } = JSON.parse(details) as { readonly confidences: object };
      await kysely
        .updateTable("analyses")
        .set({ confidences: JSON.stringify(confidences) })
        .where("track_key", "=", track_key)
        .execute();
      await kysely
        .updateTable("analysis_details")
        .set({ details: JSON.stringify(rest) })
        .where("track_key", "=", track_key)
        .execute();
    }
    seen = rows.at(-1)?.track_key ?? seen;
    if (rows.length < ROWS_PER_SLICE) return;
  }
}
