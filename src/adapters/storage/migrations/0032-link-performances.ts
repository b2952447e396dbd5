import { type Kysely, type Migration, sql } from "kysely";
import { indexedWordsOf } from "../../../domain/fingerprint/fingerprint-index.js";
import { unpackFingerprint } from "../../../domain/fingerprint/fingerprint-text.js";
import { bytesFromWords } from "../../../domain/fingerprint/word-bytes.js";

/** Fingerprints that are read at a time, about 400 kB. */
const FINGERPRINTS_PER_STATEMENT = 100;

/**
 * Stores the words of fingerprints that are kept in memory beside them, a ninth of their size, and links
 * between recordings of one performance. None is compared yet: a server does that in the background.
 */
export const linkPerformances: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createTable("indexed_fingerprints")
      .addColumn("recording_id", "text", (column) =>
        column.primaryKey().notNull().references("analyses.recording_id").onDelete("cascade"),
      )
      .addColumn("words", "blob", (column) => column.notNull())
      .addColumn("is_compared", "integer", (column) => column.notNull())
      .addColumn("taken_until", "bigint", (column) => column.notNull())
      .execute();
    await kysely.schema
      .createTable("performance_links")
      .addColumn("first_id", "text", (column) =>
        column.notNull().references("analyses.recording_id").onDelete("cascade"),
      )
      .addColumn("second_id", "text", (column) =>
        column.notNull().references("analyses.recording_id").onDelete("cascade"),
      )
      .addColumn("score", "double precision", (column) => column.notNull())
      .addColumn("offset_seconds", "double precision", (column) => column.notNull())
      .addColumn("share", "double precision", (column) => column.notNull())
      .addPrimaryKeyConstraint("performance_links_key", ["first_id", "second_id"])
      .execute();
    await kysely.schema
      .createIndex("performance_links_by_second_id")
      .on("performance_links")
      .column("second_id")
      .execute();
    await indexFingerprints(kysely);
    await kysely.schema
      .createIndex("indexed_fingerprints_by_state")
      .on("indexed_fingerprints")
      .columns(["is_compared", "taken_until"])
      .execute();
  },
};

async function indexFingerprints(kysely: Kysely<never>): Promise<void> {
  for (let last = ""; ;) {
    const { rows } = await sql<{ recording_id: string; fingerprint: string }>`
      select recording_id, fingerprint from analysis_fingerprints
      where recording_id > ${last} order by recording_id limit ${FINGERPRINTS_PER_STATEMENT}`.execute(
      kysely,
    );
    for (const { recording_id: id, fingerprint } of rows) {
      const words = bytesFromWords(indexedWordsOf(unpackFingerprint(fingerprint)));
      await sql`insert into indexed_fingerprints values (${id}, ${words}, 0, 0)`.execute(kysely);
      last = id;
    }
    if (rows.length < FINGERPRINTS_PER_STATEMENT) return;
  }
}
