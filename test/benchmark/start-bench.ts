import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as pause } from "node:timers/promises";
import { PinoLogger } from "../../src/adapters/runtime/pino-logger.js";
import { CatalogueIndex } from "../../src/adapters/storage/catalogue/catalogue-index.js";
import { CatalogueSnapshots } from "../../src/adapters/storage/catalogue/catalogue-snapshots.js";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { compose } from "../../src/compose.js";
import { configFrom } from "../../src/config/config.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { offline } from "../application/offline.js";
import { fillDatabase } from "./filled-database.js";

const TRACKS = 200_000;
const STARTS = 3;
/** Maximum time from the start of the process to the first responses, seconds. */
const GOAL = 3;
/** Interval of the requests for liveness, milliseconds. */
const PROBE_INTERVAL = 25;

const page = "/api/audio/tracks?limit=10";
const similar = `/api/audio/tracks/${trackKeyFrom("Artist 1", "Track 1")}/similar`;

/** Seconds since the process began: elapsed time, and processor time. */
interface Moment {
  readonly wall: number;
  readonly processor: number;
}

/** The measurements of one start. */
interface Start {
  readonly listening: Moment;
  readonly firstPage: Moment;
  readonly firstSimilar: Moment;
  readonly mebibytes: number;
  /** Milliseconds of `/health/live`: 99th percentile, and maximum. */
  readonly alive: readonly [late: number, latest: number];
}

/**
 * Measures the time from the start of a server with 200 000 analyses to its first catalogue page
 * and its first similar tracks, which are requested as soon as it listens. `BENCH_FOLDER` names a
 * folder in which the filled database is kept for further runs.
 */
export async function benchStart(): Promise<void> {
  execFileSync("npm", ["run", "--silent", "prestart"], { stdio: "inherit" });
  const kept = process.env["BENCH_FOLDER"];
  const folder = kept ?? (await mkdtemp(join(tmpdir(), "overtone-bench-")));
  try {
    const authorization = await fill(folder);
    console.log(`A start with ${TRACKS} analyses, load ${loadavg()[0]?.toFixed(1)}:`);
    const starts: Start[] = [];
    while (starts.length < STARTS) starts.push(await measureStart(folder, authorization));
    report(starts);
  } finally {
    if (kept === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Fills the database if it is missing, with the snapshot that a first start writes, and returns the
 * key of a client.
 */
async function fill(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "overtone.db");
  if (!existsSync(file)) await fillDatabase(`sqlite:${file}`, TRACKS);
  await keepSnapshot(`sqlite:${file}`);
  const application = await compose(
    configFrom({ ...offline, DATA_DIR: folder, LOG_LEVEL: "silent" }),
  );
  const { token } = await application.services.access.issue({ name: "bench", scopes: ["read"] });
  await application.close();
  return `Bearer ${token}`;
}

async function keepSnapshot(url: string): Promise<void> {
  const database = await openDatabase({ url });
  const logger = new PinoLogger({ level: "warn" });
  const catalogue = new CatalogueIndex(database, new CatalogueSnapshots({ database, logger }));
  await catalogue.saveSnapshot(new AbortController().signal);
  await database.close();
}

async function measureStart(folder: string, authorization: string): Promise<Start> {
  const began = performance.now();
  const server = spawn(process.execPath, ["dist/main.js"], {
    env: {
      ...process.env,
      ...offline,
      DATA_DIR: folder,
      PORT: "0",
      LIBRARY_DIRS: folder,
      LOG_LEVEL: "warn",
    },
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
    const probing = probe(`${url}/health/live`, ending.signal);
    const [firstPage, firstSimilar] = await Promise.all([
      ask(page).then(moment),
      ask(similar).then(moment),
    ]);
    ending.abort();
    const mebibytes = (await figure("process_resident_memory_bytes")) / 2 ** 20;
    return { listening, firstPage, firstSimilar, mebibytes, alive: await probing };
  } finally {
    await ended(server);
  }
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

async function probe(url: string, until: AbortSignal): Promise<Start["alive"]> {
  const times: number[] = [];
  while (!until.aborted) {
    const startedAt = performance.now();
    await (await fetch(url)).text();
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

/** Prints the shortest of all starts, because other processes can only make them longer. */
function report(starts: readonly Start[]): void {
  const min = (of: (start: Start) => number): number => Math.min(...starts.map(of));
  const line = (what: string, of: (start: Start) => Moment): number => {
    const wall = min((start) => of(start).wall);
    const processor = min((start) => of(start).processor);
    console.log(
      `  ${what.padEnd(16)}${wall.toFixed(1)} s, ${processor.toFixed(1)} s of processors`,
    );
    return wall;
  };
  line("listening", ({ listening }) => listening);
  const answered = [
    line("first page", ({ firstPage }) => firstPage),
    line("first similar", ({ firstSimilar }) => firstSimilar),
  ];
  const verdict = answered.every((seconds) => seconds <= GOAL) ? "reached" : "missed";
  console.log(`  goal of ${GOAL} s ${verdict}, at the least of ${STARTS} starts`);
  const [late, latest] = [min(({ alive }) => alive[0]), min(({ alive }) => alive[1])];
  console.log(
    `  /health/live ${late.toFixed(0)} ms at the 99th per cent, ${latest.toFixed(0)} ms at most; ${min(({ mebibytes }) => mebibytes).toFixed(0)} MiB of memory`,
  );
}
