import { noLikeness } from "../fakes/no-likeness.js";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SqlAnalysisStore } from "../../src/adapters/storage/analyses/sql-analysis-store.js";
import { CatalogueIndex } from "../../src/adapters/storage/catalogue/catalogue-index.js";
import { databaseTimes } from "../../src/adapters/storage/database-time.js";
import { type Database, openDatabase } from "../../src/adapters/storage/database.js";
import { SqlPerformanceLinks } from "../../src/adapters/storage/fingerprints/sql-performance-links.js";
import { toLibraryFileRow } from "../../src/adapters/storage/library-file-row.js";
import { SqlHeldFiles } from "../../src/adapters/storage/library/sql-held-files.js";
import { SqlLibraryProgress } from "../../src/adapters/storage/library/sql-library-progress.js";
import { SqlLibraryStore } from "../../src/adapters/storage/library/sql-library-store.js";
import { SystemClock } from "../../src/adapters/runtime/system-clock.js";
import type { DuplicateRequest } from "../../src/domain/duplicates/duplicate-conditions.js";
import type { Track } from "../../src/domain/track/track.js";
import { CatalogueService } from "../../src/services/catalogue/catalogue-service.js";
import { DuplicateService } from "../../src/services/duplicates/duplicate-service.js";
import { LocatedFiles } from "../../src/services/export/located-files.js";
import { PerformanceService } from "../../src/services/performances/performance-service.js";
import { type BenchOptions, openBenchDatabase } from "./database/bench-database.js";
import { madeUpAnalysis } from "./database/made-up-analysis.js";

const TRACKS = 100_000;
const ROWS = 500;
/** Maximum time for which other work waits, milliseconds. */
const GOAL = 50;

/**
 * Groups of duplicates, and lists that collapse performances, where every recording is linked to another and every
 * twentieth has a second file; the disk is not asked.
 */
export async function benchDuplicates(options: BenchOptions): Promise<void> {
  const { tracks = TRACKS } = options;
  const bench = await openBenchDatabase(options, tracks);
  try {
    console.log(`Duplicates among ${bench.description}, all in pairs (goal ${GOAL} ms a turn):`);
    const database = await openDatabase({ url: bench.url });
    await fillWithPairs(database, tracks);
    await measureWork(database);
    await database.close();
  } finally {
    await bench.close();
  }
}

async function measureWork(database: Database): Promise<void> {
  const time = databaseTimes[database.system];
  const catalogue = new CatalogueIndex(database);
  const store = new SqlAnalysisStore({ database, catalogue });
  const library = new SqlLibraryStore({ database });
  const links = new SqlPerformanceLinks({ database, time });
  const tracks = {
    findMany: (ids: readonly string[]) =>
      Promise.resolve(ids.map((recordingId) => ({ recordingId }) as unknown as Track)),
  };
  const performances = new PerformanceService({ store, links, tracks });
  const lists = new CatalogueService({ store, catalogue, performances, likeness: noLikeness });
  const duplicates = new DuplicateService({
    ...{ store, library, links, tracks, clock: new SystemClock() },
    held: new SqlHeldFiles({ database }),
    progress: new SqlLibraryProgress({ database, time }),
    files: new LocatedFiles({
      library,
      folders: { findAudioOf: (paths) => Promise.resolve(paths.map(() => undefined)) },
    }),
  });
  const page = (collapse: "none" | "performance") => () =>
    lists.list({
      ...{ filter: {}, order: { field: "artist", direction: "asc" }, collapse, first: 20 },
    });
  const groups =
    (request: Partial<DuplicateRequest> = {}) =>
    () =>
      duplicates.list({ minScore: 0.5, order: "bytes", first: 20, ...request });
  await timed("a list, first", page("none"));
  await timed("a list", page("none"));
  await timed("a collapsed list, first", page("performance"));
  await timed("a collapsed list", page("performance"));
  await timed("groups of duplicates, first", groups());
  await timed("groups of duplicates", groups());
  await timed("the same by name", groups({ order: "name" }));
  await timed("the same in a folder", groups({ folder: "/music/7" }));
  await timed("copies only, first", groups({ kind: "copies" }));
  await timed("surer links only, first", groups({ minScore: 0.8 }));
  await store.save(madeUpAnalysis(7));
  await timed("groups after a change", groups());
}

/** Adds a file to each recording, a second one to every twentieth, and links each with its neighbour. */
async function fillWithPairs(database: Database, tracks: number): Promise<void> {
  const ids = Array.from({ length: tracks }, (_, index) => madeUpAnalysis(index));
  const files = ids.flatMap((analysis, index) =>
    index % 20 === 0 ? [analysis, analysis] : analysis,
  );
  const { kysely } = database;
  await kysely.deleteFrom("libraryFiles").execute();
  await kysely.deleteFrom("performanceLinks").execute();
  for (let start = 0; start < files.length; start += ROWS) {
    const rows = files.slice(start, start + ROWS).map((analysis, place) => {
      const { recordingId, trackKey, artist, trackName } = analysis;
      const index = start + place;
      const file = {
        ...{ folder: "/music", relativePath: `${index % 1000}/${trackName} ${index}.flac` },
        ...{ recordingId, trackKey, artist, trackName, album: "Album", year: 2000 },
        ...{ sizeBytes: 20_000_000 + index, modifiedAt: 0, changedAt: 0, inode: index + 1 },
        ...{ hasCover: true, fingerprint: "" },
      };
      return toLibraryFileRow(file, index + 1);
    });
    await kysely.insertInto("libraryFiles").values(rows).execute();
  }
  await kysely.updateTable("libraryRevision").set({ revision: files.length }).execute();
  for (let start = 0; start + 1 < tracks; start += 2 * ROWS) {
    const pairs = ids.slice(start, start + 2 * ROWS);
    const rows = Array.from({ length: Math.floor(pairs.length / 2) }, (_, index) => {
      const two = pairs.slice(2 * index, 2 * index + 2).map(({ recordingId }) => recordingId);
      const [firstId = "", secondId = ""] = two.sort();
      return { firstId, secondId, score: 0.5 + (index % 50) / 100, offsetSeconds: 0, share: 1 };
    });
    await kysely.insertInto("performanceLinks").values(rows).execute();
  }
}

/**
 * Prints how much processor time some work takes, and the most in one turn of the event loop: another process on the
 * machine changes neither.
 */
async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const turns = { longest: 0, isOver: false };
  const watching = (async () => {
    for (let before = used(); !turns.isOver; before = used()) {
      await nextTurn();
      turns.longest = Math.max(turns.longest, used() - before);
    }
  })();
  const started = used();
  await work();
  const milliseconds = used() - started;
  turns.isOver = true;
  await watching;
  const { longest } = turns;
  console.log(
    `  ${what.padEnd(28)} ${milliseconds.toFixed(0).padStart(6)} ms of processors, ${longest.toFixed(0).padStart(4)} ms in one turn, ${longest < GOAL ? "reached" : "missed"}; ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB`,
  );
}

/** Returns the processor time of the process so far, milliseconds. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
