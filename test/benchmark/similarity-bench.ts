import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { CatalogueIndex } from "../../src/adapters/storage/catalogue/catalogue-index.js";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { compose } from "../../src/compose.js";
import { configFrom } from "../../src/config/config.js";
import type { MeasuredTrack } from "../../src/domain/catalogue/measured-track.js";
import { parseSimilarityWeights } from "../../src/domain/catalogue/similarity.js";
import type { TrackKey } from "../../src/domain/track/track-key.js";
import type { SoundTable } from "../../src/ports/analysis/sound-catalogue.js";
import { plainSquaredDistance } from "../services/similarity/plain-similarity.js";
import { fillDatabase } from "./filled-database.js";

const TRACKS = 100_000;
const QUESTIONS = 101;
/** Maximum time of the median query, milliseconds. */
const SIMILAR_GOAL = 20;
const MIX_GOAL = 100;

const defaultValue = parseSimilarityWeights();

/**
 * Similar tracks and mixes among 100 000 in a database on disk, as a server answers them, reads
 * included; compared with a loop over the tracks as objects in memory.
 */
export async function benchSimilarity(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "overtone-bench-"));
  try {
    const url = `sqlite:${join(folder, "overtone.db")}`;
    const keys = await fillDatabase(url, TRACKS);
    console.log(`Similarity among ${TRACKS} tracks:`);
    const plain = await measureReading(url);
    await measureAnswers(url, keys, plain);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loads the index with a first query, and measures the loop that it is compared with. */
async function measureReading(url: string): Promise<number> {
  const database = await openDatabase({ url });
  const catalogue = new CatalogueIndex(database);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.memoryUsage();
  delay.enable();
  const started = performance.now();
  const { spreads, tracks } = await catalogue.read((table) => ({
    spreads: table.spreads,
    tracks: Array.from({ length: 5_000 }, (_, slot) => table.measuredAt(slot)),
  }));
  const milliseconds = performance.now() - started;
  delay.disable();
  const after = process.memoryUsage();
  const arrays = (after.arrayBuffers - before.arrayBuffers) / 2 ** 20;
  console.log(
    `  read once in ${(milliseconds / 1000).toFixed(1)} s, the event loop waits ${(delay.percentile(50) / 1e6).toFixed(1)} ms at the median, ${(delay.percentile(99) / 1e6).toFixed(1)} ms at the 99th per cent; columns of ${arrays.toFixed(0)} MiB`,
  );
  const plain = measurePlain(tracks, spreads);
  await database.close();
  return plain;
}

/**
 * Estimates the milliseconds of the loop over all tracks as objects, from a loop over some of them.
 */
function measurePlain(tracks: readonly MeasuredTrack[], spreads: SoundTable["spreads"]): number {
  const times = Array.from({ length: 11 }, (_, index) => {
    const query = tracks[index] as MeasuredTrack;
    const started = performance.now();
    tracks
      .map((track) => plainSquaredDistance(query, track, defaultValue, spreads) ?? Infinity)
      .sort((one, other) => one - other)
      .slice(0, 10);
    return performance.now() - started;
  });
  return (quantile(times, 0.5) * TRACKS) / tracks.length;
}

async function measureAnswers(
  url: string,
  keys: readonly TrackKey[],
  plainMilliseconds: number,
): Promise<void> {
  const environment = { METADATA_PROVIDERS: "library", AUDIO_SOURCES: "library" };
  const application = await compose(
    configFrom({ ...environment, DATABASE_URL: url, LOG_LEVEL: "silent" }),
  );
  const keyAt = (index: number): TrackKey => keys[(index * 997) % keys.length] as TrackKey;
  const { similarity, mixPaths } = application.services;
  await similarity.findSimilar(keyAt(0), 10, defaultValue);

  const similar = await measure((index) => similarity.findSimilar(keyAt(index), 10, defaultValue));
  report("10 similar tracks", similar, SIMILAR_GOAL);
  const ratio = plainMilliseconds / quantile(similar.wall, 0.5);
  console.log(
    `  a loop over objects takes ${plainMilliseconds.toFixed(0)} ms: ${ratio.toFixed(1)} x Overtone`,
  );
  report(
    "100 similar tracks",
    await measure((index) => similarity.findSimilar(keyAt(index), 100, defaultValue)),
    SIMILAR_GOAL,
  );
  for (const length of [10, 50]) {
    report(
      `a mix of ${length}`,
      await measure((index) => mixPaths.create(keyAt(index), keyAt(index + 500), length)),
      MIX_GOAL,
    );
  }
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

function report(what: string, { wall, processor }: Times, goal: number): void {
  const [median, late] = [quantile(wall, 0.5), quantile(wall, 0.95)];
  const verdict = median < goal ? "reached" : "missed";
  console.log(
    `  ${what.padEnd(20)} ${median.toFixed(1)} ms at the median, ${late.toFixed(1)} ms at the 95th per cent (goal ${goal} ms ${verdict}); ${quantile(processor, 0.5).toFixed(1)} ms of a processor`,
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
