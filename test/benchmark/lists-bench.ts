import { monitorEventLoopDelay } from "node:perf_hooks";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { compose } from "../../src/composition/compose.js";
import { configFrom } from "../../src/config/config.js";
import { unlimitedBudget } from "../../src/domain/work-budget.js";
import type { ListImportService } from "../../src/services/list-import/list-import-service.js";
import { offline } from "../application/offline.js";
import { type BenchOptions, openBenchDatabase } from "./database/bench-database.js";
import { addFiles, madeUpFile } from "./database/made-up-files.js";

const TRACKS = 100_000;

/** Maximum time for which other work waits, milliseconds. */
const GOAL = 50;

/** Rows of a usual list, and of the longest. */
const LENGTHS = [472, 10_000];

/**
 * The review of lists among as many files, and as many recordings without one: the time of each, that of the processor, and how
 * long the event loop waits.
 */
export async function benchLists(options: BenchOptions): Promise<void> {
  const { tracks = TRACKS } = options;
  const bench = await openBenchDatabase(options, tracks);
  try {
    const database = await openDatabase({ url: bench.url });
    await addFiles(database, tracks);
    await database.close();
    console.log(`Lists among ${bench.description}, and as many files (goal ${GOAL} ms a turn):`);
    const config = { ...offline, DATABASE_URL: bench.url, DATA_DIR: bench.folder };
    const application = await compose(configFrom({ ...config, LOG_LEVEL: "silent" }));
    await application.prepare();
    const { listImports } = application.services;
    for (const length of LENGTHS) {
      await measure(`${length} rows, half of them there`, listImports, halfThere(length, tracks));
    }
    await measure("10 000 rows of one title", listImports, ofOneTitle(tracks));
    await application.close();
  } finally {
    await bench.close();
  }
}

/** Rows of which every other one is a file, with a mistake in every eighth. */
const halfThere = (length: number, tracks: number): string =>
  tableOf(length, (row) => {
    const { artist, trackName } = madeUpFile((row * 7_919) % tracks);
    if (row % 2 === 1) return [`${trackName} ${row}`, `Nobody ${row}`];
    return [row % 8 === 0 ? trackName.replace(/.(.)/u, "$1") : trackName, artist];
  });

/** Rows that many files are compared with, because they have its title, or artists that share one. */
const ofOneTitle = (tracks: number): string =>
  tableOf(10_000, (row) => {
    const { artist, trackName } = madeUpFile(row % tracks);
    return [trackName.replace(/ \d+$/u, ""), `${artist}, Somebody`];
  });

function tableOf(length: number, rowOf: (row: number) => readonly [string, string]): string {
  const rows = Array.from({ length }, (_, row) => {
    const [title, artist] = rowOf(row);
    return `"${title}","${artist}",${180_000 + row}`;
  });
  return `title,artist,duration_ms\n${rows.join("\n")}\n`;
}

async function measure(what: string, lists: ListImportService, table: string): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const content = Promise.resolve(Buffer.from(table));
  const { counts } = await lists.review(
    {
      content: (async function* () {
        yield await content;
      })(),
    },
    { maySeePaths: true, budget: unlimitedBudget(new AbortController().signal) },
  );
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  const { sure, unsure, absent } = counts;
  console.log(
    `  ${what.padEnd(32)} ${(performance.now() - started).toFixed(0)} ms, ${((user + system) / 1e3).toFixed(0)} ms of processor; the event loop waits ${(delay.max / 1e6).toFixed(0)} ms at most; ${sure} sure, ${unsure} unsure, ${absent} absent`,
  );
}
