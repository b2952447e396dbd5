import { setTimeout as pause } from "node:timers/promises";
import { secondsSince, type FaultRun } from "../fault-run.js";
import type { FaultServer } from "../fault-server.js";
import { openLargeLibrary, sampleOf, untilReady } from "../large-library.js";
import type { PartResult } from "../report.js";
import type { ServerGauge } from "../server-gauge.js";
import { wantedLoads } from "./described-load.js";
import { send } from "./send-load.js";
import { TURN_LIMIT_MILLISECONDS, turnExceptions } from "./turn-exceptions.js";

/** How long is measured what the last requests have begun: a scan, and after it the files of playlists. */
const AFTERWARDS_MILLISECONDS = 10_000;

/** How long a server is left alone before the next request, so that nothing of the last one is measured. */
const REST_MILLISECONDS = 50;

/** One request and its longest turn. */
interface MeasuredTurn {
  readonly name: string;
  /** Milliseconds. */
  readonly longest: number;
}

/** Measures the longest turn of every request of the descriptions, and of the start, over a large library. */
export async function measureTurns(run: FaultRun): Promise<readonly PartResult[]> {
  const startedAt = performance.now();
  const library = await openLargeLibrary(run, "turns");
  const { gauge } = library;
  const server = await library.start();
  let turns: MeasuredTurn[];
  try {
    turns = await measured(run, server, gauge);
  } finally {
    await server.stop();
  }
  const again = await library.start(server);
  try {
    turns.push(await measuredStart(again, gauge, "start with a snapshot"));
  } finally {
    await again.stop();
    await library.close();
  }
  turns.sort((one, other) => other.longest - one.longest);
  for (const { name, longest } of turns.slice(0, 15)) {
    run.note(`turns: ${longest.toFixed(1)} ms ${name}`);
  }
  const findings = turns
    .filter(({ name, longest }) => longest > TURN_LIMIT_MILLISECONDS && !(name in turnExceptions))
    .map(({ name, longest }) => `${name}: a turn of ${longest.toFixed(0)} ms`);
  const [worst] = turns;
  return [
    {
      ...{ part: "turns", runs: turns.length, findings, seconds: secondsSince(startedAt) },
      observed: `longest ${worst?.longest.toFixed(0)} ms: ${worst?.name}`,
    },
  ];
}

async function measured(
  run: FaultRun,
  server: FaultServer,
  gauge: ServerGauge,
): Promise<MeasuredTurn[]> {
  const turns = [await measuredStart(server, gauge, "start")];
  const sample = await sampleOf(server);
  for (const load of wantedLoads(sample, run.options)) {
    if (run.signal.aborted) break;
    await gauge.read();
    await send(server, load);
    await pause(REST_MILLISECONDS);
    turns.push(await turnSince(gauge, load.name));
  }
  await gauge.read();
  await pause(AFTERWARDS_MILLISECONDS);
  turns.push(await turnSince(gauge, "scan, playlist files and snapshot"));
  return turns;
}

/** Measures from when a server listens until it is ready: before, nobody waits for it. */
async function measuredStart(
  server: FaultServer,
  gauge: ServerGauge,
  name: string,
): Promise<MeasuredTurn> {
  await gauge.read();
  await untilReady(server);
  return turnSince(gauge, name);
}

async function turnSince(gauge: ServerGauge, name: string): Promise<MeasuredTurn> {
  return { name, longest: (await gauge.read()).longestTurn };
}
