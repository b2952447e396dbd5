import { parseArgs } from "node:util";
import { benchCatalogue } from "./catalogue-bench.js";
import { benchChanges } from "./changes-bench.js";
import { benchCluster } from "./cluster-bench.js";
import { benchDuplicates } from "./duplicates-bench.js";
import { benchEngine } from "./engine-bench.js";
import { benchExports } from "./exports-bench.js";
import { benchGapless } from "./gapless-bench.js";
import { benchHubs } from "./hubs-bench.js";
import { benchHttp } from "./http/http-bench.js";
import { benchLibrary } from "./library-bench.js";
import { benchLists } from "./lists-bench.js";
import { benchPage } from "./page-bench.js";
import { benchScroll } from "./scroll-bench.js";
import { benchServers } from "./servers-bench.js";
import { benchSimilarity } from "./similarity-bench.js";
import { benchSongs } from "./songs-bench.js";
import { benchStart } from "./start-bench.js";
import { benchTasks } from "./tasks-bench.js";
import { benchWords } from "./words-bench.js";

/**
 * Speed as ratios within one run: `npm run bench`, or `npm run bench -- engine`, `songs`, `http`,
 * `catalogue`, `similarity`, `hubs`, `duplicates`, `words`, `lists`, `exports`, `changes`, `start`, `cluster`, `library`, `servers`, `page`, `scroll`, `gapless` or `tasks` for one part of it.
 *
 * Catalogue, similarity, duplicates, words, lists, exports, changes and start take `--database postgres`, `--tracks 1000000`, and `--folder FOLDER`, in which the
 * filled database stays for further runs. Cluster takes names of its parts. Library takes `--tracks` and `--folder`,
 * and needs `ffmpeg` to make its files. Servers takes `--tracks`. Songs takes `--folder` with music. Page, scroll, gapless and tasks need Chromium.
 */
const parts = {
  engine: benchEngine,
  songs: benchSongs,
  http: benchHttp,
  catalogue: benchCatalogue,
  similarity: benchSimilarity,
  hubs: benchHubs,
  duplicates: benchDuplicates,
  words: benchWords,
  lists: benchLists,
  exports: benchExports,
  changes: benchChanges,
  start: benchStart,
  cluster: benchCluster,
  library: benchLibrary,
  servers: benchServers,
  page: benchPage,
  scroll: benchScroll,
  gapless: benchGapless,
  tasks: benchTasks,
};
const { positionals: wished, values } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: "string", default: "sqlite" },
    tracks: { type: "string" },
    folder: { type: "string" },
  },
});
const { database, tracks, folder } = values;
if (database !== "sqlite" && database !== "postgres") throw new Error(`--database ${database}?`);
const options = {
  system: database,
  tracks: tracks ? Number(tracks) : undefined,
  folder,
  wished,
} as const;

for (const [name, bench] of Object.entries(parts)) {
  if (wished.length === 0 || wished.includes(name)) await bench(options);
}
