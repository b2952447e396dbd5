import { sql } from "kysely";
import { recordChanges } from "../../../src/adapters/storage/analysis-changes.js";
import { toAnalysesRow, toDetailsRow } from "../../../src/adapters/storage/analysis-row.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { madeUpAnalysis } from "./made-up-analysis.js";

/** Rows per statement, limited by the number of values. */
const ROWS = 500;

/**
 * Fills a new database with analyses of invented tracks, the same in every run; faster than saving them
 * one by one.
 */
export async function fillDatabase(url: string, count: number): Promise<void> {
  const database = await openDatabase({ url });
  /** The stored form of the beats that tracks share. */
  const detailsByBeats = new Map<unknown, string>();
  for (let start = 0; start < count; start += ROWS) {
    const analyses = Array.from({ length: Math.min(ROWS, count - start) }, (_, index) =>
      madeUpAnalysis(start + index),
    );
    const details = analyses.map((analysis) => {
      const { recordingId, beats } = analysis;
      const known = detailsByBeats.get(beats) ?? toDetailsRow(analysis).details;
      detailsByBeats.set(beats, known);
      return { recordingId, details: known };
    });
    await database.kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto("analyses").values(analyses.map(toAnalysesRow)).execute();
      await transaction.insertInto("analysisDetails").values(details).execute();
      const names = analyses.map(({ trackKey, recordingId, artist, trackName }) => ({
        ...{ trackKey, recordingId, artist, trackName },
      }));
      await transaction.insertInto("recordingNames").values(names).execute();
      await recordChanges(
        transaction,
        analyses.map(({ recordingId }) => recordingId),
      );
    });
  }
  // As a database that has been running for a while: PostgreSQL plans by these figures.
  await sql`analyze`.execute(database.kysely);
  await database.close();
}
