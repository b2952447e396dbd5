import { recordChanges } from "../../src/adapters/storage/analyses/analysis-changes.js";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { toAnalysesRow, toDetailsRow } from "../../src/adapters/storage/analyses/analysis-row.js";
import type { Analysis } from "../../src/domain/analysis/analysis.js";
import { estimateFields, type EstimateField } from "../../src/domain/analysis/descriptors.js";
import { trackKeyFrom, type TrackKey } from "../../src/domain/track/track-key.js";
import { seededRandom } from "../signals/random.js";

/** Rows per statement, limited by the number of values. */
const ROWS = 500;

/**
 * Fills a new database with analyses of many kinds of invented tracks, the same in every run;
 * faster than saving them one by one.
 *
 * @returns their keys
 */
export async function fillDatabase(url: string, count: number): Promise<readonly TrackKey[]> {
  const database = await openDatabase({ url });
  const random = seededRandom(1);
  const trackKeys: TrackKey[] = [];
  while (trackKeys.length < count) {
    const analyses = Array.from({ length: Math.min(ROWS, count - trackKeys.length) }, (_, index) =>
      madeUpAnalysis(trackKeys.length + index, () => (random() + 1) / 2),
    );
    await database.kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto("analyses").values(analyses.map(toAnalysesRow)).execute();
      await transaction.insertInto("analysisDetails").values(analyses.map(toDetailsRow)).execute();
      await recordChanges(
        transaction,
        analyses.map(({ trackKey }) => trackKey),
      );
    });
    trackKeys.push(...analyses.map(({ trackKey }) => trackKey));
  }
  await database.close();
  return trackKeys;
}

/** @param unit a random number in [0, 1) */
function madeUpAnalysis(index: number, unit: () => number): Analysis {
  const [artist, trackName] = [`Artist ${index % 5000}`, `Track ${index}`];
  const beats = Array.from({ length: 400 }, (_, beat) => beat / 2);
  const estimates = estimateFields.map((field) => [
    field,
    { value: madeUpValue(field, unit()), confidence: 0.8, method: "measured" },
  ]);
  return {
    version: 1,
    durationSeconds: 120 + 240 * unit(),
    estimates: Object.fromEntries(estimates) as Analysis["estimates"],
    tempoRivals: [{ bpm: 60, confidence: 0.3 }],
    beats,
    downbeats: beats.filter((_, beat) => beat % 4 === 0),
    trackKey: trackKeyFrom(artist, trackName),
    artist,
    trackName,
    source: "library",
    analyzedAt: 1_700_000_000_000 + index,
  };
}

function madeUpValue(field: EstimateField, unit: number): number | null {
  switch (field) {
    case "tempo":
      // One in twenty has no beat.
      return unit < 0.05 ? null : 60 * 3 ** unit;
    case "key":
      return Math.floor(unit * 12);
    case "mode":
      return Math.floor(unit * 2);
    case "timeSignature":
      return 3 + Math.floor(unit * 2);
    case "loudness":
      return -24 + 20 * unit;
    default:
      return unit;
  }
}
