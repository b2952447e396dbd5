import { setTimeout as pause } from "node:timers/promises";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import {
  overtone,
  RunningProcess,
  startServerProcess,
} from "../../application/processes/running-process.js";

/** How often the end of a set is looked for, milliseconds: rarely until its last track, because it takes time. */
const LOOK_MILLISECONDS = 250;
const LAST_LOOK_MILLISECONDS = 25;

/** The maximum duration of a set. */
const SET_MILLISECONDS = 120_000;

/** Tracks of one request. */
const TRACKS_PER_REQUEST = 100;

/** A server of the benchmark, and what its clients need. */
export interface BenchServer {
  readonly process: RunningProcess;
  readonly url: string;
  readonly key: string;
}

/** Starts a server whose first scan is over, with a key of all scopes. */
export async function startServer(environment: Record<string, string>): Promise<BenchServer> {
  const settings = { LOG_LEVEL: "error", RATE_LIMIT_PER_SECOND: "1000000", ...environment };
  const scopes = ["--scopes", "read,write,work"];
  const created = await overtone(["keys", "create", "--name", "bench", ...scopes], settings);
  const key = /ot_live_\S+/u.exec(created.output)?.[0];
  if (key === undefined) throw new Error(created.errors);
  const { process, url } = await startServerProcess(settings);
  return { process, url, key };
}

/** Starts a worker of one slot; it does not see the files below a hidden folder. */
export async function startWorker(
  { url, key }: BenchServer,
  hiddenFolder?: string,
): Promise<RunningProcess> {
  const hiding = new URL("hidden-folder.js", import.meta.url).href;
  const worker = new RunningProcess(
    "dist/cli/overtone.js",
    ["worker", "--server", url, "--concurrency", "1", "--drain", "0"],
    {
      ...{ WORKER_KEY: key, LOG_LEVEL: "error" },
      ...(hiddenFolder !== undefined && { BENCH_HIDDEN_FOLDER: hiddenFolder }),
    },
    hiddenFolder === undefined ? [] : ["--import", hiding],
  );
  await worker.saying(/^Working for /mu);
  return worker;
}

/** Requests analyses, and does not wait for them. */
export async function request(
  { url, key }: BenchServer,
  trackKeys: readonly TrackKey[],
): Promise<void> {
  for (let at = 0; at < trackKeys.length; at += TRACKS_PER_REQUEST) {
    const some = trackKeys.slice(at, at + TRACKS_PER_REQUEST).join(",");
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/api/audio/analysis?trackKeys=${some}`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
  }
}

/**
 * Requests a set of analyses, and waits until all are stored.
 *
 * @param stored returns how many analyses are stored
 * @returns the duration, seconds
 */
export async function analyseSet(
  server: BenchServer,
  trackKeys: readonly TrackKey[],
  stored: () => number | Promise<number>,
): Promise<number> {
  const before = await stored();
  const start = performance.now();
  await request(server, trackKeys);
  for (;;) {
    const missing = before + trackKeys.length - (await stored());
    if (missing <= 0) break;
    if (performance.now() - start > SET_MILLISECONDS) throw new Error("A set does not end.");
    await pause(missing > 1 ? LOOK_MILLISECONDS : LAST_LOOK_MILLISECONDS);
  }
  return (performance.now() - start) / 1_000;
}
