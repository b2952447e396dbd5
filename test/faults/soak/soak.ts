import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Finished } from "../../application/processes/running-process.js";
import { StandInReceiver } from "../../fakes/stand-in-receiver.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import { FaultServer } from "../fault-server.js";
import { RandomChoices } from "../fuzzing/random-choices.js";
import { LivenessProbe } from "../liveness-probe.js";
import { addToLibrary, madeTrack } from "../music.js";
import type { PartResult } from "../report.js";
import { SoakLoad } from "./soak-load.js";
import { vitalsOf, type Vitals } from "./vitals.js";

const CLIENTS = 4;
const PAUSE_MILLISECONDS = 25;
/**
 * Share of the time before the first reading, in which each kind of request is sent a few times.
 */
const WARM_UP_SHARE = 0.2;
const MAX_WARM_UP_MILLISECONDS = 120_000;
const MAX_LIVE_P99_MILLISECONDS = 50;

/** Maximum growth from the end of the warm-up to the end of the run. */
const maxGrowth: Readonly<Record<Exclude<keyof Vitals, "loopDelay">, number>> = {
  rss: 100,
  heap: 30,
  descriptors: 8,
  threads: 4,
};

/** Sends a mixed load for some minutes; finds growth of the server's memory and open resources. */
export async function soak(run: FaultRun): Promise<readonly PartResult[]> {
  const startedAt = performance.now();
  const folder = await run.folder();
  const receiver = await StandInReceiver.open();
  const probe = new LivenessProbe();
  const music = join(folder, "music");
  await addToLibrary(
    music,
    Array.from({ length: 20 }, (_, number) => madeTrack(number, 1)),
  );
  const server = await FaultServer.start({
    run,
    probe,
    environment: {
      DATA_DIR: join(folder, "data"),
      LIBRARY_DIRS: music,
      LIBRARY_ANALYSIS: "off",
      PLAYLIST_DIR: join(folder, "lists"),
      WEBHOOK_PRIVATE_ADDRESSES: "on",
      ANALYSIS_CONCURRENCY: "2",
    },
  });
  const load = new SoakLoad(server, { hookUrl: receiver.url, music });
  // A server that ends stops the load; its end is the finding.
  const ended = new AbortController();
  const end = server.process.finished().finally(() => ended.abort());
  const stopping = AbortSignal.any([run.signal, ended.signal]);
  const hasEnded = (): boolean => ended.signal.aborted;
  try {
    const milliseconds = run.options.minutes * 60_000;
    const warmUp = Math.min(MAX_WARM_UP_MILLISECONDS, milliseconds * WARM_UP_SHARE);
    const { seed } = run.options;
    await loadFor(load, { milliseconds: warmUp, phase: 0, stopping, seed });
    if (hasEnded()) return [endedEarly(await end, secondsSince(startedAt))];
    const before = await vitalsOf(server);
    run.note(`soak: at the start ${described(before)}`);
    await loadFor(load, { milliseconds: milliseconds - warmUp, phase: 1, stopping, seed });
    if (hasEnded()) return [endedEarly(await end, secondsSince(startedAt))];
    const after = await vitalsOf(server);
    run.note(`soak: at the end ${described(after)}`);
    const counts = [...load.counts].map(([name, count]) => `${count} ${name}`);
    run.note(`soak: ${counts.join(", ")}`);
    const { p99 = 0 } = probe.liveness ?? {};
    const isSlow = p99 > MAX_LIVE_P99_MILLISECONDS;
    return [
      {
        part: `soak, ${run.options.minutes} minutes`,
        runs: [...load.counts.values()].reduce((sum, count) => sum + count, 0),
        findings: [
          ...load.problems.slice(0, 20),
          ...growthBetween(before, after),
          ...(isSlow ? [`the 99th percentile of /health/live was ${p99.toFixed(1)} ms`] : []),
          ...(probe.failures > 0 ? [`${probe.failures} times /health/live failed`] : []),
        ],
        seconds: secondsSince(startedAt),
        ...(probe.liveness && { liveness: probe.liveness }),
      },
    ];
  } finally {
    await server.stop();
    await receiver.close();
  }
}

/** The result where the server has ended by itself, with the last lines that it wrote. */
function endedEarly({ exitCode, output, errors }: Finished, seconds: number): PartResult {
  const said = [output, errors].map((text) => text.trimEnd().split("\n").slice(-5).join("\n"));
  const finding = `the server ended with ${exitCode ?? "a signal"}: ${said.join("\n")}`;
  return { part: "soak", runs: 1, findings: [finding], seconds };
}

async function loadFor(
  load: SoakLoad,
  options: {
    readonly milliseconds: number;
    readonly phase: number;
    readonly stopping: AbortSignal;
    readonly seed: number;
  },
): Promise<void> {
  const { milliseconds, phase, stopping, seed } = options;
  const until = performance.now() + milliseconds;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const random = new RandomChoices(seed, CLIENTS * phase + client);
    while (performance.now() < until && !stopping.aborted) {
      await load.next(random);
      await pause(PAUSE_MILLISECONDS);
    }
  });
  await Promise.all(clients);
}

/** Returns the values that grew beyond their bounds, one line each. */
export function growthBetween(before: Vitals, after: Vitals): readonly string[] {
  return Object.entries(maxGrowth)
    .map(([name, max]) => ({ name: name as keyof typeof maxGrowth, max: max }))
    .filter(({ name, max: max }) => !(after[name] - before[name] <= max))
    .map(
      ({ name, max: max }) =>
        `${name} grew from ${before[name].toFixed(0)} to ${after[name].toFixed(0)}, more than ${max}`,
    );
}

function described({ rss, heap, descriptors, threads, loopDelay }: Vitals): string {
  return [
    `${rss.toFixed(0)} MiB, heap ${heap.toFixed(0)} MiB, ${descriptors} descriptors`,
    `${threads} threads, event-loop delay ${loopDelay.toFixed(1)} ms`,
  ].join(", ");
}
