import { toAnalysesRow } from "../../src/adapters/storage/analysis-row.js";
import { CatalogueColumns } from "../../src/adapters/storage/catalogue/columns/catalogue-columns.js";
import { finish } from "../../src/adapters/storage/sliced-work.js";
import { parseSimilarityWeights } from "../../src/domain/catalogue/similarity.js";
import { ungrouped } from "../../src/domain/fingerprint/performance-groups.js";
import type { RecordingId } from "../../src/domain/track/recording-id.js";
import { continuationCandidates } from "../../src/services/similarity/continued-tracks.js";
import { nearestTracks } from "../../src/services/similarity/nearest-tracks.js";
import type { BenchOptions } from "./database/bench-database.js";
import { madeUpAnalysis } from "./database/made-up-analysis.js";

const TRACKS = 100_000;
/** How many of the tracks are asked for their nearest. */
const QUESTIONS = 4_000;
/** The nearest that count. */
const NEAREST = 10;

const weights = parseSimilarityWeights();

/** How often tracks are among the nearest of others. */
interface Occurrences {
  /** Of the distribution of the numbers: 0 where it is even around its mean. */
  readonly skewness: number;
  readonly most: number;
  /** The share of tracks that are among the nearest of none. */
  readonly never: number;
  readonly milliseconds: number;
}

/**
 * Whether some tracks turn up everywhere: how often each is among the ten nearest of others, by plain distance as similar tracks have it, and by
 * that of continuations. The skewness of chance alone is that of Poisson's distribution.
 *
 * Source: M. Radovanović, A. Nanopoulos and M. Ivanović, "Hubs in Space", Journal of Machine Learning Research 11, 2010.
 */
export function benchHubs({ tracks = TRACKS }: BenchOptions): Promise<void> {
  const table = new CatalogueColumns();
  for (let index = 0; index < tracks; index += 1) table.put(toAnalysesRow(madeUpAnalysis(index)));
  const questions = Math.min(QUESTIONS, tracks);
  const plain = count(table, questions, (slot) =>
    finish(nearestTracks(table, table.measuredAt(slot), weights, NEAREST)).map(
      ({ recordingId }) => recordingId,
    ),
  );
  const search = { unlike: [], excluded: [], weights, count: NEAREST, among: undefined };
  const continued = count(table, questions, (slot) => {
    const seeds = [table.measuredAt(slot)];
    const found = finish(continuationCandidates(table, { ...search, seeds, groups: ungrouped }));
    return found.slice(0, NEAREST).map(({ recordingId }) => recordingId);
  });
  const expected = (questions * NEAREST) / tracks;
  console.log(`Hubs, ${questions} of ${tracks} made-up tracks asked for their ${NEAREST} nearest:`);
  report("plain nearest neighbours", plain);
  report("continuations", continued);
  console.log(`  by chance alone, the skewness is ${(1 / Math.sqrt(expected)).toFixed(2)}`);
  return Promise.resolve();
}

function count(
  table: CatalogueColumns,
  questions: number,
  nearestOf: (slot: number) => readonly RecordingId[],
): Occurrences {
  const counts = new Map<RecordingId, number>();
  const pace = table.size / questions;
  const started = performance.now();
  for (let question = 0; question < questions; question += 1) {
    for (const id of nearestOf(Math.floor(question * pace))) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  const milliseconds = (performance.now() - started) / questions;
  const numbers = Float64Array.from({ length: table.size }, (_, slot) => {
    return counts.get(table.recordingIdAt(slot)) ?? 0;
  });
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const moment = (power: number): number =>
    numbers.reduce((sum, one) => sum + (one - mean) ** power, 0) / numbers.length;
  return {
    skewness: moment(3) / moment(2) ** 1.5,
    most: Math.max(...counts.values()),
    never: numbers.filter((one) => one === 0).length / numbers.length,
    milliseconds,
  };
}

function report(name: string, { skewness, most, never, milliseconds }: Occurrences): void {
  const share = `${(100 * never).toFixed(0)} % never`;
  console.log(
    `  ${name}: skewness ${skewness.toFixed(2)}, at most ${most} times, ${share}, ${milliseconds.toFixed(1)} ms each`,
  );
}
