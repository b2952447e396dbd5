import { setTimeout as pause } from "node:timers/promises";
import { exposedSamples } from "../../application/exposed-samples.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import type { FaultServer } from "../fault-server.js";
import { openLargeLibrary, sampleOf, untilReady, type LargeLibrary } from "../large-library.js";
import type { PartResult } from "../report.js";
import type { ServerGauge } from "../server-gauge.js";
import { wantedLoads, type DescribedLoad, type LibrarySample } from "../turns/described-load.js";
import { send } from "../turns/send-load.js";
import { isCharged, isRefused } from "./charged-requests.js";
import {
  CHARGED_FROM_MILLISECONDS,
  costExceptions,
  IDLE_LIMIT_MILLISECONDS,
  READ_LIMIT_BYTES,
  REFUSAL_LIMIT_MILLISECONDS,
} from "./cost-exceptions.js";
import { sendAsStranger } from "./stranger.js";

const STRANGER_REQUESTS = 10;

/** Clients that ask for the same at once, and leave. */
const LEAVING_CLIENTS = 20;
const STAY_MILLISECONDS = 50;

/** How long clients may take to leave. */
const LEFT_MILLISECONDS = 2_000;

/** Time until work of a client that has left must have ended. */
const STOP_MILLISECONDS = 100;
const WATCHED_MILLISECONDS = 500;

/** How often a request is measured that takes too long: the server does things by itself meanwhile. */
const TRIES = 3;

/** How long a server is measured that nobody asks for anything: the gauge alone takes 40 ms of each second. */
const UNASKED_MILLISECONDS = 2_500;

/** How long what an earlier request has left behind may take, before the next one is measured. */
const SETTLING_MILLISECONDS = 10_000;

/** The setting of a server whose keys have little time, and that time. */
const LITTLE_PERCENT = 1;
const LITTLE_MILLISECONDS = 6_000;

/** Most processor time of the server, all threads together, until the key is refused: that of one more round of requests. */
const MOST_TAKEN_MILLISECONDS = 4 * LITTLE_MILLISECONDS;

/** What is measured of each request. */
type Trial = (load: DescribedLoad) => Promise<string | undefined>;

/**
 * Measures, over a large library, what every request of the descriptions costs: one without a valid key; one of a key, which must be
 * charged with what it takes; and those of clients that leave.
 */
export async function measureCosts(run: FaultRun): Promise<readonly PartResult[]> {
  const library = await openLargeLibrary(run, "costs");
  const results: PartResult[] = [];
  try {
    const server = await library.start();
    let sample: LibrarySample;
    try {
      await untilReady(server);
      sample = await sampleOf(server);
      const loads = wantedLoads(sample, run.options);
      const measured = { server, gauge: library.gauge, idleShare: await idleShareOf(library) };
      results.push(await tried(run, "strangers", loads, (load) => askAsStranger(load, measured)));
      results.push(await tried(run, "charges", loads, (load) => askCharged(load, measured)));
      const ending = loads.filter(({ isEndless }) => !isEndless);
      results.push(await tried(run, "leaving", ending, (load) => askAndLeave(load, measured)));
    } finally {
      await server.stop();
    }
    results.push(await useUp(run, library, { token: server.token, sample }));
  } finally {
    await library.close();
  }
  return results;
}

/** Tries every request, and again where there is a finding. */
async function tried(
  run: FaultRun,
  part: string,
  loads: readonly DescribedLoad[],
  trial: Trial,
): Promise<PartResult> {
  const startedAt = performance.now();
  run.note(`costs: ${part}`);
  const findings: string[] = [];
  let runs = 0;
  for (const load of loads) {
    if (run.signal.aborted) break;
    let finding: string | undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      finding = await trial(load);
      if (finding === undefined) break;
    }
    runs += 1;
    const isExcepted = part !== "strangers" && load.name in costExceptions;
    if (finding === undefined || isExcepted) continue;
    findings.push(`${load.name}: ${finding}`);
    run.note(`costs: ${load.name}: ${finding}`);
  }
  return { part: `costs, ${part}`, runs, findings, seconds: secondsSince(startedAt) };
}

interface Measured {
  readonly server: FaultServer;
  readonly gauge: ServerGauge;
  /** Processor time of the server that nobody asks for anything, as a share of the time that passes. */
  readonly idleShare: number;
}

async function idleShareOf({ gauge }: Pick<LargeLibrary, "gauge">): Promise<number> {
  await untilIdle(gauge);
  const before = await gauge.read();
  await pause(UNASKED_MILLISECONDS);
  const after = await gauge.read();
  return (after.processorTime - before.processorTime) / UNASKED_MILLISECONDS;
}

/** Waits until a server does nothing any more, so that no request is measured with the work of another. */
async function untilIdle(gauge: ServerGauge): Promise<void> {
  const startedAt = performance.now();
  let before = await gauge.read();
  for (;;) {
    await pause(WATCHED_MILLISECONDS);
    const after = await gauge.read();
    const isIdle = after.processorTime - before.processorTime <= IDLE_LIMIT_MILLISECONDS;
    if (isIdle || performance.now() - startedAt > SETTLING_MILLISECONDS) return;
    before = after;
  }
}

async function askAsStranger(
  load: DescribedLoad,
  { server, gauge }: Measured,
): Promise<string | undefined> {
  const before = await gauge.read();
  for (let count = 0; count < STRANGER_REQUESTS; count++) await sendAsStranger(server, load);
  const after = await gauge.read();
  const milliseconds = (after.processorTime - before.processorTime) / STRANGER_REQUESTS;
  if (after.mostRead > READ_LIMIT_BYTES) return `${after.mostRead} bytes were read of a stranger`;
  return milliseconds > REFUSAL_LIMIT_MILLISECONDS
    ? `a stranger costs ${milliseconds.toFixed(1)} ms`
    : undefined;
}

async function askCharged(
  load: DescribedLoad,
  { server, gauge, idleShare }: Measured,
): Promise<string | undefined> {
  const charged = await chargedBy(server);
  const before = await gauge.read();
  const startedAt = performance.now();
  await send(server, load);
  const after = await gauge.read();
  const idleTime = idleShare * (performance.now() - startedAt);
  const taken = after.processorTime - before.processorTime - idleTime;
  if (taken < CHARGED_FROM_MILLISECONDS) return undefined;
  const counted = (await chargedBy(server)) - charged;
  return counted < taken / 2
    ? `of ${taken.toFixed(0)} ms, ${counted.toFixed(0)} were charged`
    : undefined;
}

/** Returns the time that the server has charged, milliseconds. */
async function chargedBy(server: FaultServer): Promise<number> {
  const { data } = await server.ask("/metrics");
  const seconds = exposedSamples(String(data)).get("overtone_charged_processor_seconds_total");
  return (seconds ?? NaN) * 1_000;
}

async function askAndLeave(
  load: DescribedLoad,
  { server, gauge }: Measured,
): Promise<string | undefined> {
  await untilIdle(gauge);
  const clients = Array.from({ length: LEAVING_CLIENTS }, () => new AbortController());
  const asked = clients.map(({ signal }) => send(server, load, { signal }).catch(() => undefined));
  await pause(STAY_MILLISECONDS);
  for (const client of clients) client.abort();
  // A client of Node.js 20 that leaves amid a compressed body may wait for the end of it for ever.
  await Promise.race([Promise.all(asked), pause(LEFT_MILLISECONDS)]);
  await pause(STOP_MILLISECONDS);
  const before = await gauge.read();
  await pause(WATCHED_MILLISECONDS);
  const after = await gauge.read();
  const milliseconds = after.processorTime - before.processorTime;
  return milliseconds > IDLE_LIMIT_MILLISECONDS
    ? `${milliseconds.toFixed(0)} ms in the half second after its clients had left`
    : undefined;
}

/** Returns how long an answer tells its client to wait: over GraphQL, where one part of it is refused, in the error. */
const secondsOf = ({ headers, text }: Awaited<ReturnType<typeof send>>): number =>
  Number(headers.get("retry-after") ?? /"retryAfterSeconds":\s*(\d+)/.exec(text)?.[1]);

/** Asks for what is charged until the time of the key is used up; then each of it is refused, and nothing else is. */
async function useUp(
  run: FaultRun,
  library: LargeLibrary,
  { token, sample }: { readonly token: string; readonly sample: LibrarySample },
): Promise<PartResult> {
  const startedAt = performance.now();
  run.note("costs: used up");
  const environment = { PROCESSOR_PERCENT: String(LITTLE_PERCENT) };
  const server = await library.start({ token, environment });
  const findings: string[] = [];
  let runs = 0;
  try {
    await untilReady(server);
    const charged = wantedLoads(sample, run.options).filter(({ name }) => isCharged(name));
    const before = await library.gauge.read();
    let isUsedUp = charged.length === 0;
    while (!isUsedUp && !run.signal.aborted) {
      const answers = await Promise.all(charged.map((load) => send(server, load)));
      isUsedUp = answers.some(isRefused);
      const taken = (await library.gauge.read()).processorTime - before.processorTime;
      if (isUsedUp || taken < MOST_TAKEN_MILLISECONDS) continue;
      findings.push(`a key that may use ${LITTLE_MILLISECONDS} ms was answered after ${taken} ms`);
      break;
    }
    for (const load of isUsedUp ? charged : []) {
      runs += 1;
      const answer = await send(server, load);
      if (!isRefused(answer)) {
        findings.push(`${load.name} was ${answer.status} for a key without time`);
      } else if (!(secondsOf(answer) > 0)) {
        findings.push(`${load.name} does not say how long the key waits`);
      }
    }
    const { status: other } = await server.analysisOf(sample.trackKeys[0]);
    if (other !== 200) findings.push(`an analysis was ${other} for a key without time`);
  } finally {
    await server.stop();
  }
  return { part: "costs, used up", runs, findings, seconds: secondsSince(startedAt) };
}
