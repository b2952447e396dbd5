import { noLikeness } from "../fakes/no-likeness.js";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { PinoLogger } from "../../src/adapters/runtime/pino-logger.js";
import { SqlAnalysisStore } from "../../src/adapters/storage/analyses/sql-analysis-store.js";
import { CatalogueIndex } from "../../src/adapters/storage/catalogue/catalogue-index.js";
import { CatalogueSnapshots } from "../../src/adapters/storage/catalogue/catalogue-snapshots.js";
import { type Database, openDatabase } from "../../src/adapters/storage/database.js";
import { parseTrackFilter } from "../../src/domain/catalogue/track-filter.js";
import { CatalogueService } from "../../src/services/catalogue/catalogue-service.js";
import { linkedPerformances } from "../fakes/linked-performances.js";
import { type BenchOptions, openBenchDatabase } from "./database/bench-database.js";
import { catalogueQuestions } from "./database/catalogue-questions.js";
import { madeUpAnalysis } from "./database/made-up-analysis.js";
import { PlainCatalogue } from "./database/plain-catalogue.js";
import { quantile } from "./quantile.js";

const TRACKS = 100_000;
const QUESTIONS = 41;
/** Times that a statement is run for comparison. */
const STATEMENTS = 5;
/** Maximum time of the 95th per cent, milliseconds. */
const GOAL = 50;

/**
 * Pages of 20 and their counts in a database on disk, as a server answers them; compared with the same
 * queries in SQL for the keys only, with indexes.
 */
export async function benchCatalogue(options: BenchOptions): Promise<void> {
  const { tracks = TRACKS } = options;
  const bench = await openBenchDatabase(options, tracks);
  try {
    console.log(`Pages of 20 and their counts, ${bench.description} (goal ${GOAL} ms):`);
    const database = await openDatabase({ url: bench.url });
    const logger = new PinoLogger({ level: "warn" });
    const snapshots = new CatalogueSnapshots({ database, logger });
    const catalogue = new CatalogueIndex(database, snapshots);
    await measureReading(catalogue, snapshots);
    await measureQuestions(new SqlAnalysisStore({ database, catalogue }), catalogue, bench.url);
    await measureFollowing(database, catalogue);
    await database.close();
  } finally {
    await bench.close();
  }
}

/** Reads the catalogue, and saves a snapshot of it where there is none. */
async function measureReading(
  catalogue: CatalogueIndex,
  snapshots: CatalogueSnapshots,
): Promise<void> {
  const isSaved = (await snapshots.revision()) !== undefined;
  await timed(`read from ${isSaved ? "a snapshot" : "all rows"}`, () => catalogue.current());
  if (isSaved) return;
  await timed("saved as a snapshot", () => catalogue.saveSnapshot(new AbortController().signal));
}

/** Prints how long some work takes, and how long the event loop waits for it. */
async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const used = process.cpuUsage();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  delay.disable();
  const [late, latest] = [delay.percentile(99) / 1e6, delay.max / 1e6];
  console.log(
    `  ${what} in ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processors; the event loop waits ${late.toFixed(0)} ms at the 99th per cent, ${latest.toFixed(0)} ms at most; ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB`,
  );
}

async function measureQuestions(
  store: SqlAnalysisStore,
  index: CatalogueIndex,
  url: string,
): Promise<void> {
  const catalogue = new CatalogueService({
    ...{ store, catalogue: index, performances: linkedPerformances() },
    likeness: noLikeness,
  });
  const plain = await PlainCatalogue.open(url);
  for (const { name, filter = {}, sql, ...request } of catalogueQuestions) {
    const size = request.last === undefined ? { first: 20 } : {};
    const page = { ...request, ...size, filter: parseTrackFilter(filter) };
    const times = await measure(QUESTIONS, () => catalogue.browse(page, "first"));
    const pages = sql && (await measure(STATEMENTS, () => plain.page(...sql)));
    const counts = sql && (await measure(STATEMENTS, () => plain.count(sql[0])));
    report(name, times, pages && counts && [pages, counts]);
  }
  const moods = { threshold: 0.5, first: 5 };
  report("the four moods", await measure(QUESTIONS, () => catalogue.listMoods(moods, "first")));
  await plain.close();
}

/** Measures a page right after a change by another process. */
async function measureFollowing(database: Database, catalogue: CatalogueIndex): Promise<void> {
  const other = new SqlAnalysisStore({ database });
  for (const count of [1, 1000]) {
    const times: number[] = [];
    for (let run = 0; run < STATEMENTS; run += 1) {
      for (let index = 0; index < count; index += 1) await other.save(madeUpAnalysis(index));
      const [time = NaN] = await measure(1, () => catalogue.current());
      times.push(time);
    }
    report(`${count} changes of another process`, times);
  }
}

/** Returns the milliseconds of each query, one after another. */
async function measure(count: number, ask: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  return times;
}

type InSql = readonly [pages: readonly number[], counts: readonly number[]];

function report(what: string, times: readonly number[], plain?: InSql): void {
  const [median, late] = [quantile(times, 0.5), quantile(times, 0.95)];
  const [page, count] = plain?.map((some) => quantile(some, 0.5).toFixed(1)) ?? [];
  const peer = plain ? `; in SQL ${page} ms and ${count} ms for the count` : "";
  console.log(
    `  ${what.padEnd(34)} ${median.toFixed(1)} ms at the median, ${late.toFixed(1)} ms at the 95th per cent, ${late < GOAL ? "reached" : "missed"}${peer}`,
  );
}
