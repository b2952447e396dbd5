import { sql } from "kysely";
import { recordChanges } from "../../../src/adapters/storage/analysis-changes.js";
import { toAnalysesRow, toDetailsRow } from "../../../src/adapters/storage/analysis-row.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import { madeUpAnalysis } from "./made-up-analysis.js";

/** Rows per statement, limited by the number of values. */
const ROWS = 500;

/**
 * Fills a new database with analyses of invented tracks, the same in every run; faster than saving them
 * one by one.
 *
 * @returns their keys
 */
export async function fillDatabase(url: string, count: number): Promise<readonly TrackKey[]> {
  const database = await openDatabase({ url });
  const trackKeys: TrackKey[] = [];
  /** The stored form of the beats that tracks share. */
  const detailsByBeats = new Map<unknown, string>();
  while (trackKeys.length < count) {
    const analyses = Array.from({ length: Math.min(ROWS, count - trackKeys.length) }, (_, index) =>
      madeUpAnalysis(trackKeys.length + index),
    );
    const details = analyses.map((analysis) => {
      const { trackKey, beats } = analysis;
      const known = detailsByBeats.get(beats) ?? toDetailsRow(analysis).details;
      detailsByBeats.set(beats, known);
      return { trackKey, details: known };
    });
    await database.kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto("analyses").values(analyses.map(toAnalysesRow)).execute();
      await transaction.insertInto("analysisDetails").values(details).execute();
      await recordChanges(
        transaction,
        analyses.map(({ trackKey }) => trackKey),
      );
    });
    trackKeys.push(...analyses.map(({ trackKey }) => trackKey));
  }
  // As a database that has been running for a while: PostgreSQL plans by these figures.
  await sql`analyze`.execute(database.kysely);
  await database.close();
  return trackKeys;
}
