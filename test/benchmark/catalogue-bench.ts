import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../src/adapters/storage/analyses/sql-analysis-store.js";
import type { PageRequest, TrackOrder } from "../../src/domain/catalogue/catalogue-query.js";
import {
  parseTrackFilter,
  type TrackFilterParameters,
} from "../../src/domain/catalogue/track-filter.js";
import type { TrackKey } from "../../src/domain/track/track-key.js";
import { CatalogueService } from "../../src/services/catalogue/catalogue-service.js";
import { fillDatabase } from "./filled-database.js";

const TRACKS = 100_000;
const QUESTIONS = 51;
/** Maximum time of the median query, milliseconds. */
const GOAL = 30;

/** A query, and the equivalent SQL. */
interface Question {
  readonly name: string;
  readonly filter: TrackFilterParameters;
  readonly order: TrackOrder;
  /** A condition and an order, for a database with an index for that order. */
  readonly sql?: readonly [where: string, orderBy: string];
}

const asc = (field: TrackOrder["field"]): TrackOrder => ({ field, direction: "asc" });
const desc = (field: TrackOrder["field"]): TrackOrder => ({ field, direction: "desc" });

const questions: readonly Question[] = [
  { name: "all, by artist", filter: {}, order: asc("artist"), sql: ["1", "artist_folded"] },
  { name: "all, by energy", filter: {}, order: desc("energy"), sql: ["1", "energy desc"] },
  { name: "all, by source", filter: {}, order: asc("source") },
  { name: "all, by confidence of tempo", filter: {}, order: desc("confidence.tempo") },
  {
    name: "tempo 120 to 126, by energy",
    filter: { tempo: { gte: 120, lte: 126 } },
    order: desc("energy"),
    sql: ["tempo between 120 and 126", "energy desc"],
  },
  {
    name: "three moods, by tempo",
    filter: { mood: { happy: { gte: 0.5 }, sad: { lte: 0.5 }, relaxed: { gte: 0.3 } } },
    order: asc("tempo"),
    sql: ["happy >= 0.5 and sad <= 0.5 and relaxed >= 0.3", "tempo"],
  },
  {
    name: "next to nothing, by artist",
    filter: { engagement: { gte: 0.99999 } },
    order: asc("artist"),
    sql: ["engagement >= 0.99999", "artist_folded"],
  },
  {
    name: "nothing, by tempo",
    filter: { engagement: { gte: 2 } },
    order: asc("tempo"),
    sql: ["engagement >= 2", "tempo"],
  },
  {
    name: "confidence, by danceability",
    filter: { confidence: { tempo: { gte: 0.5 }, key: { gte: 0.5 } } },
    order: desc("danceability"),
  },
  {
    name: "keys that mix, by energy",
    filter: { camelotCompatibleWith: "8A", source: "library" },
    order: desc("energy"),
  },
  {
    name: "two words, by energy",
    filter: { text: "artist 99" },
    order: desc("energy"),
    sql: ["names like '%artist%' and names like '%99%'", "energy desc"],
  },
  {
    name: "a word without results, by artist",
    filter: { text: "nobody" },
    order: asc("artist"),
    sql: ["names like '%nobody%'", "artist_folded"],
  },
];

/**
 * Pages of 20 and their counts among 100 000 analyses in a database on disk, as a server answers
 * them; compared with the same queries in SQL for the keys only, with an index for each order.
 */
export async function benchCatalogue(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "overtone-bench-"));
  const file = join(folder, "overtone.db");
  try {
    const keys = await fillDatabase(`sqlite:${file}`, TRACKS);
    const database = await openDatabase({ url: `sqlite:${file}` });
    console.log(`Pages of 20 and their counts among ${TRACKS} tracks (goal ${GOAL} ms):`);
    const catalogue = new CatalogueService({ store: new SqlAnalysisStore({ database }) });
    const started = performance.now();
    await catalogue.list({ filter: {}, order: asc("artist"), first: 1 });
    console.log(`  read once in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await measureQuestions(catalogue, file);
    await measureRest(catalogue, keys);
    await database.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureQuestions(catalogue: CatalogueService, file: string): Promise<void> {
  const inSql = new CatalogueInSql(file);
  for (const { name, filter, order, sql } of questions) {
    const times = await measure(() =>
      catalogue.browse({ filter: parseTrackFilter(filter), order, first: 20 }, "first"),
    );
    const plain = sql && (await measure(() => Promise.resolve(inSql.ask(...sql))));
    report(name, times, plain);
  }
  inSql.close();
}

/** Measures a page from the middle, and the moods. */
async function measureRest(catalogue: CatalogueService, keys: readonly TrackKey[]): Promise<void> {
  const order = asc("tempo");
  const after = { value: 100, trackKey: keys[0] as TrackKey };
  const request: PageRequest = { filter: {}, order, first: 20, after };
  report("all from the middle, by tempo", await measure(() => catalogue.browse(request, "first")));
  const moods = { threshold: 0.5, first: 5 };
  report("the four moods", await measure(() => catalogue.listMoods(moods, "first")));
}

/** The same queries in SQL. */
class CatalogueInSql {
  readonly #handle: BetterSqlite.Database;

  constructor(file: string) {
    this.#handle = new BetterSqlite(file);
    this.#handle.pragma("cache_size = -65536");
    for (const column of ["artist_folded", "energy", "tempo"]) {
      this.#handle.exec(`create index bench_${column} on analyses (${column}, track_key)`);
    }
  }

  ask(where: string, orderBy: string): void {
    const condition = where.replaceAll("names", "(artist_folded || ' ' || track_name_folded)");
    const rows = `from analyses where ${condition}`;
    const page = `select track_key ${rows} order by ${orderBy} nulls last, track_key limit 21`;
    this.#handle.prepare(page).all();
    this.#handle.prepare(`select count(*) ${rows}`).all();
  }

  close(): void {
    this.#handle.close();
  }
}

/** Returns the milliseconds of each query, one after another. */
async function measure(ask: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < QUESTIONS; index += 1) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  return times;
}

function report(what: string, times: readonly number[], plain?: readonly number[]): void {
  const median = quantile(times, 0.5);
  const verdict = median < GOAL ? "reached" : "missed";
  const sqlMedian = plain && quantile(plain, 0.5);
  const peer = sqlMedian
    ? `; in SQL ${sqlMedian.toFixed(1)} ms, ${(sqlMedian / median).toFixed(1)} x`
    : "";
  console.log(
    `  ${what.padEnd(30)} ${median.toFixed(1)} ms at the median, ${quantile(times, 0.95).toFixed(1)} ms at the 95th per cent, ${verdict}${peer}`,
  );
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
