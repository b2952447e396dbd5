import { toAnalysesRow } from "../../src/adapters/storage/analysis-row.js";
import { CatalogueColumns } from "../../src/adapters/storage/catalogue/columns/catalogue-columns.js";
import { compose } from "../../src/composition/compose.js";
import { configFrom } from "../../src/config/config.js";
import { parseSimilarityWeights } from "../../src/domain/catalogue/similarity.js";
import { trackKeyFrom, type TrackKey } from "../../src/domain/track/track-key.js";
import { plainSquaredDistance } from "../services/similarity/plain-similarity.js";
import { type BenchOptions, openBenchDatabase } from "./database/bench-database.js";
import { madeUpAnalysis, madeUpNames } from "./database/made-up-analysis.js";
import { quantile } from "./quantile.js";

const TRACKS = 100_000;
const QUESTIONS = 51;
/** Maximum time of the 95th per cent, milliseconds. */
const GOAL = 150;
/** Tracks that the loop over objects is measured with. */
const OBJECTS = 5_000;

const defaultValue = parseSimilarityWeights();

/**
 * Similar tracks and mixes in a database on disk, as a server answers them, reads included; compared
 * with a loop over the tracks as objects in memory.
 */
export async function benchSimilarity(options: BenchOptions): Promise<void> {
  const { tracks = TRACKS } = options;
  const bench = await openBenchDatabase(options, tracks);
  try {
    console.log(`Similarity, ${bench.description}:`);
    await measureAnswers(bench.url, tracks);
  } finally {
    await bench.close();
  }
}

/** Returns the milliseconds per track of a loop over objects. */
function measurePlain(): number {
  const columns = new CatalogueColumns();
  for (let index = 0; index < OBJECTS; index += 1)
    columns.put(toAnalysesRow(madeUpAnalysis(index)));
  const tracks = Array.from({ length: OBJECTS }, (_, slot) => columns.measuredAt(slot));
  const times = tracks.slice(0, 11).map((query) => {
    const started = performance.now();
    tracks
      .map((track) => plainSquaredDistance(query, track, defaultValue, columns) ?? Infinity)
      .sort((one, other) => one - other)
      .slice(0, 10);
    return performance.now() - started;
  });
  return quantile(times, 0.5) / OBJECTS;
}

async function measureAnswers(url: string, tracks: number): Promise<void> {
  const environment = {
    METADATA_PROVIDERS: "library",
    AUDIO_SOURCES: "library",
    LIBRARY_ANALYSIS: "off",
  };
  const application = await compose(
    configFrom({ ...environment, DATABASE_URL: url, LOG_LEVEL: "silent" }),
  );
  const keyAt = (index: number): TrackKey => {
    const { artist, trackName } = madeUpNames((index * 997) % tracks);
    return trackKeyFrom(artist, trackName);
  };
  const { similarity, mixPaths } = application.services;
  await similarity.findSimilar(keyAt(0), 10, defaultValue);

  for (const count of [10, 100]) {
    report(
      `${count} similar tracks`,
      await measure((index) => similarity.findSimilar(keyAt(index), count, defaultValue)),
    );
  }
  for (const length of [10, 50]) {
    report(
      `a mix of ${length}`,
      await measure((index) => mixPaths.create(keyAt(index), keyAt(index + 500), length)),
    );
  }
  const plain = tracks * measurePlain();
  console.log(`  a loop over all tracks as objects would take ${plain.toFixed(0)} ms`);
  await application.close();
}

/** Milliseconds of each query, one after another: elapsed time, and processor time. */
interface Times {
  readonly wall: readonly number[];
  readonly processor: readonly number[];
}

async function measure(ask: (index: number) => Promise<unknown>): Promise<Times> {
  const wall: number[] = [];
  const processor: number[] = [];
  for (let index = 1; index <= QUESTIONS; index += 1) {
    const used = process.cpuUsage();
    const started = performance.now();
    await ask(index);
    wall.push(performance.now() - started);
    const { user, system } = process.cpuUsage(used);
    processor.push((user + system) / 1000);
  }
  return { wall, processor };
}

function report(what: string, { wall, processor }: Times): void {
  const [median, late] = [quantile(wall, 0.5), quantile(wall, 0.95)];
  const verdict = late < GOAL ? "reached" : "missed";
  console.log(
    `  ${what.padEnd(20)} ${median.toFixed(1)} ms at the median, ${late.toFixed(1)} ms at the 95th per cent (goal ${GOAL} ms ${verdict}); ${quantile(processor, 0.5).toFixed(1)} ms of a processor`,
  );
}
