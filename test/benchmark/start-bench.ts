import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as pause } from "node:timers/promises";
import { PinoLogger } from "../../src/adapters/runtime/pino-logger.js";
import { CatalogueIndex } from "../../src/adapters/storage/catalogue/catalogue-index.js";
import { CatalogueSnapshots } from "../../src/adapters/storage/catalogue/catalogue-snapshots.js";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { compose } from "../../src/composition/compose.js";
import { configFrom } from "../../src/config/config.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { offline } from "../application/offline.js";
import { type BenchOptions, openBenchDatabase } from "./database/bench-database.js";
import { madeUpNames } from "./database/made-up-analysis.js";

const TRACKS = 200_000;
const STARTS = 3;
/** Maximum time from the start of the process to the first responses, seconds. */
const GOAL = 5;
/** Interval of the requests while the catalogue is read, milliseconds. */
const PROBE_INTERVAL = 25;

const { artist, trackName } = madeUpNames(1);
const trackKey = trackKeyFrom(artist, trackName);
const page = "/api/audio/tracks?limit=10";
const similar = `/api/audio/tracks/${trackKey}/similar`;
const stored = `/api/audio/analysis/${trackKey}`;

/** Seconds since the process began: elapsed time, and processor time. */
interface Moment {
  readonly wall: number;
  readonly processor: number;
}

/** Milliseconds of the requests for a path: 99th percentile, and maximum. */
type Probed = readonly [late: number, latest: number];

/** The measurements of one start. */
interface Start {
  readonly listening: Moment;
  readonly firstPage: Moment;
  readonly firstSimilar: Moment;
  /** Memory after the first responses, and at most. */
  readonly mebibytes: readonly [now: number, most: number];
  /** Of `/health/live` until the first responses. */
  readonly alive: Probed;
  /** Of a stored analysis. */
  readonly analysis: Probed;
}

/**
 * Measures the time from the start of a server to its first catalogue page and its first similar
 * tracks, which are requested as soon as it listens: with a snapshot of the catalogue, and without.
 */
export async function benchStart(options: BenchOptions): Promise<void> {
  execFileSync("npm", ["run", "--silent", "prestart"], { stdio: "inherit" });
  const bench = await openBenchDatabase(options, options.tracks ?? TRACKS);
  try {
    const environment = {
      ...offline,
      DATA_DIR: bench.folder,
      DATABASE_URL: bench.url,
      LIBRARY_DIRS: join(bench.folder, "no-files"),
    };
    await mkdir(environment.LIBRARY_DIRS, { recursive: true });
    const authorization = await issueKey(environment);
    await keepSnapshot(bench.url);
    console.log(`A start, ${bench.description}, load ${loadavg()[0]?.toFixed(1)}:`);
    const starts: Start[] = [];
    while (starts.length < STARTS) starts.push(await measureStart(environment, authorization));
    report(`with a snapshot, at the least of ${STARTS} starts`, starts);
    await removeSnapshot(bench.url);
    report("without a snapshot", [await measureStart(environment, authorization)]);
  } finally {
    await bench.close();
  }
}

/** Returns the header of a client. */
async function issueKey(environment: Readonly<Record<string, string>>): Promise<string> {
  const application = await compose(configFrom({ ...environment, LOG_LEVEL: "silent" }));
  const { token } = await application.services.access.issue({ name: "bench", scopes: ["read"] });
  await application.close();
  return `Bearer ${token}`;
}

/** Writes the snapshot that a first start writes. */
async function keepSnapshot(url: string): Promise<void> {
  const database = await openDatabase({ url });
  const logger = new PinoLogger({ level: "warn" });
  const catalogue = new CatalogueIndex(database, new CatalogueSnapshots({ database, logger }));
  await catalogue.saveSnapshot(new AbortController().signal);
  await database.close();
}

async function removeSnapshot(url: string): Promise<void> {
  const database = await openDatabase({ url });
  await database.kysely.deleteFrom("catalogueSnapshots").execute();
  await database.close();
}

async function measureStart(
  environment: Readonly<Record<string, string>>,
  authorization: string,
): Promise<Start> {
  const began = performance.now();
  const server = spawn(process.execPath, ["dist/main.js"], {
    env: { ...process.env, ...environment, PORT: "0", LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await urlOf(server);
    const moment = async (): Promise<Moment> => {
      const wall = (performance.now() - began) / 1000;
      return { wall, processor: await figure("process_cpu_seconds_total") };
    };
    const ask = async (path: string): Promise<string> => {
      const response = await fetch(url + path, { headers: { authorization } });
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return response.text();
    };
    const figure = async (name: string): Promise<number> =>
      Number(new RegExp(`^${name} (\\S+)$`, "mu").exec(await ask("/metrics"))?.[1]);
    const listening = await moment();
    const ending = new AbortController();
    const probes = Promise.all([
      probe(() => ask("/health/live"), ending.signal),
      probe(() => ask(stored), ending.signal),
    ]);
    const [firstPage, firstSimilar] = await Promise.race([
      Promise.all([ask(page).then(moment), ask(similar).then(moment)]),
      // Never resolves before the responses; rejects where a probe fails.
      probes.then(() => Promise.reject(new Error("The probes ended too early."))),
    ]);
    ending.abort();
    const now = (await figure("process_resident_memory_bytes")) / 2 ** 20;
    const mebibytes = [now, await peakOf(server)] as const;
    const [alive, analysis] = await probes;
    return { listening, firstPage, firstSimilar, mebibytes, alive, analysis };
  } finally {
    await ended(server);
  }
}

/** Returns the most memory that a process had so far, MiB; `NaN` where the system does not say. */
async function peakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s*(\d+) kB$/mu.exec(status)?.[1]) / 1024;
}

/** Returns the URL in the output of a server that listens. */
async function urlOf(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/u.exec(line) ?? [];
    if (url !== undefined) {
      server.stdout!.resume();
      return url;
    }
  }
  throw new Error("The server ended before it listened.");
}

async function probe(ask: () => Promise<unknown>, until: AbortSignal): Promise<Probed> {
  const times: number[] = [];
  while (!until.aborted) {
    const startedAt = performance.now();
    await ask();
    times.push(performance.now() - startedAt);
    await pause(PROBE_INTERVAL);
  }
  times.sort((one, other) => one - other);
  return [times[Math.floor(0.99 * times.length)] ?? NaN, times.at(-1) ?? NaN];
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const exit = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await exit;
}

/** Prints the least of all starts, because other processes can only make them longer. */
function report(what: string, starts: readonly Start[]): void {
  const min = (of: (start: Start) => number): number => Math.min(...starts.map(of));
  console.log(`  ${what}:`);
  const line = (what: string, of: (start: Start) => Moment): number => {
    const wall = min((start) => of(start).wall);
    const processor = min((start) => of(start).processor);
    console.log(
      `    ${what.padEnd(16)}${wall.toFixed(1)} s, ${processor.toFixed(1)} s of processors`,
    );
    return wall;
  };
  line("listening", ({ listening }) => listening);
  const answered = [
    line("first page", ({ firstPage }) => firstPage),
    line("first similar", ({ firstSimilar }) => firstSimilar),
  ];
  const verdict = answered.every((seconds) => seconds <= GOAL) ? "reached" : "missed";
  console.log(`    goal of ${GOAL} s ${verdict}`);
  const probed = (of: (start: Start) => Probed): string =>
    `${min((start) => of(start)[0]).toFixed(0)} ms at the 99th per cent, ${min((start) => of(start)[1]).toFixed(0)} ms at most`;
  console.log(`    /health/live meanwhile ${probed(({ alive }) => alive)}`);
  console.log(`    a stored analysis meanwhile ${probed(({ analysis }) => analysis)}`);
  const [now, most] = [min(({ mebibytes }) => mebibytes[0]), min(({ mebibytes }) => mebibytes[1])];
  console.log(`    ${now.toFixed(0)} MiB of memory, ${most.toFixed(0)} MiB at most`);
}
