import { monitorEventLoopDelay } from "node:perf_hooks";
import { CatalogueIndex } from "../../src/adapters/storage/catalogue/catalogue-index.js";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { SqlLibrarySearch } from "../../src/adapters/storage/library-search/sql-library-search.js";
import { parseLibraryQuery } from "../../src/domain/library-search/library-query.js";
import { type BenchOptions, openBenchDatabase } from "./database/bench-database.js";
import { addFiles } from "./database/made-up-files.js";

const TRACKS = 100_000;

/** Maximum time of an answer, milliseconds. */
const GOAL = 50;

/** Times that each text is typed. */
const ROUNDS = 5;

/** Texts that are typed letter by letter; the last ones are as long as a query may be. */
const typed = [
  "sou of the north",
  "album 12",
  "jazz",
  "artist 7 song",
  "駆ける",
  "straße",
  "nothing has these words",
  Array.from(
    { length: 31 },
    (_, index) => String.fromCharCode(97 + (index % 26)) + (index > 25 ? "a" : ""),
  ).join(" "),
];

/**
 * The search by words as a reader types, over as many analysed tracks as files that are not analysed: the time of each
 * answer, how long the event loop waits for it, and memory.
 */
export async function benchWords(options: BenchOptions): Promise<void> {
  const { tracks = TRACKS } = options;
  const bench = await openBenchDatabase(options, tracks);
  try {
    const database = await openDatabase({ url: bench.url });
    await addFiles(database, tracks);
    console.log(
      `Words as they are typed, ${bench.description}, and as many files (goal ${GOAL} ms):`,
    );
    const catalogue = new CatalogueIndex(database);
    await catalogue.current();
    const search = new SqlLibrarySearch({ database, catalogue });
    globalThis.gc?.();
    const before = process.memoryUsage();
    await measure("index of the files built", search, ["a"]);
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const mebibytes = (heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers) / 2 ** 20;
    console.log(`  ${mebibytes.toFixed(0)} MiB for the files, and for the values of all`);
    for (const text of typed) {
      const prefixes = [...text].map((_, index) => [...text].slice(0, index + 1).join(""));
      const keys = prefixes.filter((prefix) => prefix.trim() !== "");
      await measure(text, search, Array.from({ length: ROUNDS }, () => keys).flat());
    }
    await database.close();
  } finally {
    await bench.close();
  }
}

/** Prints the times of answers, one after another. */
async function measure(
  what: string,
  search: SqlLibrarySearch,
  texts: readonly string[],
): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const times: number[] = [];
  for (const text of texts) {
    const started = performance.now();
    const query = parseLibraryQuery(text, "q");
    await search.find({ query, withFolders: true, first: 10, names: 5 });
    times.push(performance.now() - started);
  }
  delay.disable();
  const at = (share: number): string =>
    ([...times].sort((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? NaN).toFixed(1);
  console.log(
    `  ${what.slice(0, 32).padEnd(34)} ${at(0.5)} ms at the median, ${at(0.99)} ms at the 99th per cent, ${at(1)} ms at most; the event loop waits ${(delay.max / 1e6).toFixed(0)} ms at most`,
  );
}
