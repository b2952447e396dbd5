import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import type { RunningProcess } from "../../application/processes/running-process.js";
import type { BenchDatabase } from "./queue-database.js";
import {
  analyseSet,
  request,
  startServer,
  startWorker,
  type BenchServer,
} from "./cluster-processes.js";
import type { Material } from "./material.js";
import { parentOf } from "./processor-time.js";

/** Maximum of the 99th percentile beside a worker, as a multiple of that of an idle machine. */
const GOAL = 3;

const STORED_TRACKS = 3;
/** More than a worker analyses while answers are measured. */
const WAITING_TRACKS = 40;

const WARM_UP_SECONDS = 4;
const PHASE_SECONDS = 10;
const PHASES = ["idle", "busy", "idle", "busy"] as const;
/** Requests per second, of both edges in turn. */
const RATE = 100;

const trackQuery = `query Track($trackKey: TrackKey!) {
  track(trackKey: $trackKey) {
    trackName artist durationMs
    analysis { __typename ... on TrackAnalysis { tempo keyString energy mood { happy sad } } }
  }
}`;

type Edge = "REST" | "GraphQL";
type Latencies = Readonly<Record<Edge, number[]>>;

/**
 * Requests stored analyses of a server at a steady rate, while nothing else runs, and while a worker
 * analyses for this server on another core. Server, PostgreSQL and clients share the first core.
 */
export async function benchAnswers(
  database: BenchDatabase,
  material: Material,
  environment: Record<string, string>,
): Promise<void> {
  const tracks = await material.add("wav", STORED_TRACKS);
  const waiting = await material.add("wav", WAITING_TRACKS);
  const server = await startServer({ ...environment, ANALYSIS_CONCURRENCY: "0" });
  const isPinned = pin(0, [process.pid, server.process.pid, ...processesOf(database)]);
  const startBusy = async (): Promise<RunningProcess> => {
    const worker = await startWorker(server, material.folder);
    pin(1, [worker.pid]);
    return worker;
  };
  const stored = () => database.number("select count(*) from analyses");
  let worker = await startBusy();
  await analyseSet(server, tracks, stored);
  await worker.stop();
  await request(server, waiting);
  await load(server, tracks, WARM_UP_SECONDS);

  const measured = { idle: newLatencies(), busy: newLatencies() };
  const analysedBefore = await stored();
  for (const phase of PHASES) {
    if (phase === "busy") {
      worker = await startBusy();
      await pause(1_000 * WARM_UP_SECONDS);
    }
    const latencies = await load(server, tracks, PHASE_SECONDS);
    for (const edge of ["REST", "GraphQL"] as const) measured[phase][edge].push(...latencies[edge]);
    if (phase === "busy") await worker.stop();
  }
  const analysed = (await stored()) - analysedBefore;
  pin(undefined, [process.pid]);
  await server.process.stop();

  const where = isPinned ? "on the other core" : "(taskset is missing, so on any core)";
  console.log(
    `Stored analyses, ${RATE} requests a second of both edges, ${PHASE_SECONDS} s at a time, idle and ` +
      `beside a worker ${where}, which got its audio from the server and analysed ${analysed}:`,
  );
  for (const edge of ["REST", "GraphQL"] as const) report(edge, measured);
}

const newLatencies = (): Latencies => ({ REST: [], GraphQL: [] });

/** Sends requests at a steady rate, and returns the time from when each was due until its answer, ms. */
async function load(
  { url, key }: BenchServer,
  trackKeys: readonly TrackKey[],
  seconds: number,
): Promise<Latencies> {
  const pool = new Pool(url, { connections: 16, pipelining: 1 });
  const latencies = newLatencies();
  const answers: Promise<void>[] = [];
  const send = async (at: number, dueAt: number): Promise<void> => {
    const trackKey = trackKeys[at % trackKeys.length]!;
    const edge = at % 2 === 0 ? "REST" : "GraphQL";
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const { statusCode, body } = await pool.request(
      edge === "REST"
        ? { method: "GET", path: `/api/audio/analysis/${trackKey}`, headers }
        : {
            ...{ method: "POST", path: "/graphql", headers },
            body: JSON.stringify({ query: trackQuery, variables: { trackKey } }),
          },
    );
    const text = await body.text();
    if (statusCode !== 200 || !text.includes('"tempo"')) throw new Error(text);
    latencies[edge].push(performance.now() - dueAt);
  };
  const start = performance.now();
  for (let at = 0; at < RATE * seconds; at++) {
    const dueAt = start + (1_000 * at) / RATE;
    if (dueAt > performance.now()) await pause(dueAt - performance.now());
    answers.push(send(at, dueAt));
  }
  await Promise.all(answers);
  await pool.close();
  return latencies;
}

function report(
  edge: Edge,
  { idle, busy }: { readonly idle: Latencies; readonly busy: Latencies },
): void {
  const at = (latencies: readonly number[], part: number): number =>
    [...latencies].sort((a, b) => a - b)[Math.floor(part * (latencies.length - 1))] ?? NaN;
  const both = (latencies: readonly number[]): string =>
    [50, 95, 99].map((part) => `p${part} ${at(latencies, part / 100).toFixed(1)} ms`).join(", ");
  const ratio = at(busy[edge], 0.99) / at(idle[edge], 0.99);
  console.log(
    `  ${edge.padEnd(8)} idle ${both(idle[edge])}; busy ${both(busy[edge])}: p99 ${ratio.toFixed(2)} x ` +
      `(goal ${GOAL} x), of ${idle[edge].length} and ${busy[edge].length} answers`,
  );
}

/** Lets processes run on one core only, or on all again; returns whether that is possible here. */
function pin(core: number | undefined, pids: readonly number[]): boolean {
  const list = core === undefined ? `0-${cpus().length - 1}` : String(core);
  const pinned = pids.map((pid) => spawnSync("taskset", ["-acp", list, String(pid)]).status === 0);
  return pinned.every(Boolean);
}

/** Returns the ids of the processes of PostgreSQL. */
function processesOf({ pid }: BenchDatabase): readonly number[] {
  const all = readdirSync("/proc").filter((name) => /^[0-9]+$/u.test(name));
  return [pid, ...all.map(Number).filter((child) => parentOf(child) === pid)];
}
