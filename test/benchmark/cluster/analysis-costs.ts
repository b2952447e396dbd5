import { setTimeout as pause } from "node:timers/promises";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import type { RunningProcess } from "../../application/processes/running-process.js";
import { analyseSet, type BenchServer } from "./cluster-processes.js";
import { processorSeconds, threadSeconds } from "./processor-time.js";

/** What processes use while there is nothing to do, processor seconds per second. */
export interface IdleCost {
  readonly server: number;
  readonly database: number;
}

/** What one track of a set has cost. */
export interface TrackCost {
  /** Elapsed time of the set, seconds. */
  readonly setSeconds: number;
  readonly tracks: number;
  /** Processor seconds of the threads that decode and measure. */
  readonly analysis: number;
  /** Processor seconds of the main thread of the workers, or of a server that analyses itself. */
  readonly main: number;
  /** Processor seconds of the helpers of Node.js in the same process: compiler, memory, files. */
  readonly helpers: number;
  /** Processor seconds of a server that only hands out jobs. */
  readonly server: number;
  /** Processor seconds of PostgreSQL. */
  readonly database: number;
}

/** The processes that take part in a set. */
export interface Participants {
  readonly server: BenchServer;
  /** The workers of one slot each; none where the server analyses itself. */
  readonly workers: readonly RunningProcess[];
  /** Returns how many analyses are stored. */
  readonly stored: () => number | Promise<number>;
  /** Returns the processor time of the database's own processes, seconds. */
  readonly databaseSeconds?: () => number;
  /** Is not counted in the cost of tracks. */
  readonly idle?: IdleCost;
}

const IDLE_SECONDS = 4;

/** Measures what a server and the database use while there is nothing to do. */
export async function measureIdle({
  server,
  databaseSeconds = () => 0,
}: Participants): Promise<IdleCost> {
  const before = [processorSeconds(server.process.pid), databaseSeconds()] as const;
  await pause(1_000 * IDLE_SECONDS);
  return {
    server: (processorSeconds(server.process.pid) - before[0]) / IDLE_SECONDS,
    database: (databaseSeconds() - before[1]) / IDLE_SECONDS,
  };
}

const NOT_IDLE: IdleCost = { server: 0, database: 0 };

/** Analyses a set, and measures the processor time of all that take part. */
export async function measureSet(
  { server, workers, stored, databaseSeconds = () => 0, idle = NOT_IDLE }: Participants,
  trackKeys: readonly TrackKey[],
): Promise<TrackCost> {
  const analysing = workers.length > 0 ? workers : [server.process];
  const tracks = trackKeys.length;
  const before = {
    threads: analysing.map(({ pid }) => threadSeconds(pid)),
    server: processorSeconds(server.process.pid),
    database: databaseSeconds(),
  };
  const setSeconds = await analyseSet(server, trackKeys, stored);
  const used = analysing.map(({ pid }, at) => usedThreads(pid, before.threads[at]!));
  const analysis = used.reduce((sum, { busiest }) => sum + busiest, 0);
  const main = used.reduce((sum, { first }) => sum + first, 0);
  const all = used.reduce((sum, { total }) => sum + total, 0);
  const ofServer = processorSeconds(server.process.pid) - before.server - idle.server * setSeconds;
  const ofDatabase = databaseSeconds() - before.database - idle.database * setSeconds;
  // A server that analyses itself does both in its main thread.
  const idleOfMain = workers.length > 0 ? 0 : idle.server * setSeconds;
  return {
    ...{ setSeconds, tracks },
    analysis: analysis / tracks,
    main: (main - idleOfMain) / tracks,
    helpers: (all - analysis - main) / tracks,
    server: workers.length > 0 ? ofServer / tracks : 0,
    database: ofDatabase / tracks,
  };
}

/** Processor time of a process of one slot: of its main thread, of the one that analyses, and of all. */
function usedThreads(
  pid: number,
  before: ReadonlyMap<number, number>,
): { readonly first: number; readonly busiest: number; readonly total: number } {
  let [first, busiest, total] = [0, 0, 0];
  for (const [id, seconds] of threadSeconds(pid)) {
    const used = seconds - (before.get(id) ?? 0);
    total += used;
    if (id === pid) first = used;
    else busiest = Math.max(busiest, used);
  }
  return { first, busiest, total };
}

/** Returns the mean cost of a track of several sets of one size. */
export function meanOf(costs: readonly TrackCost[]): TrackCost {
  const mean = (of: (cost: TrackCost) => number): number =>
    costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length;
  return {
    setSeconds: mean(({ setSeconds }) => setSeconds),
    tracks: costs[0]?.tracks ?? 0,
    analysis: mean(({ analysis }) => analysis),
    main: mean(({ main }) => main),
    helpers: mean(({ helpers }) => helpers),
    server: mean(({ server }) => server),
    database: mean(({ database }) => database),
  };
}

/** Maximum share of the queue in the processor time of an analysis. */
const QUEUE_GOAL = 0.03;

/** Prints what a track costs, and the share of what is around its analysis. */
export function reportCost(name: string, cost: TrackCost): void {
  const { analysis, main, server, database, helpers, setSeconds, tracks } = cost;
  const around = main + server + database;
  const milliseconds = (seconds: number): string => (1_000 * seconds).toFixed(0);
  const percent = (seconds: number): string => `${((100 * seconds) / analysis).toFixed(1)} %`;
  const parts = [
    `main thread ${milliseconds(main)}`,
    ...(server > 0 ? [`server ${milliseconds(server)}`] : []),
    ...(database > 0 ? [`PostgreSQL ${milliseconds(database)}`] : []),
  ];
  console.log(
    `  ${name.padEnd(32)} ${analysis.toFixed(2)} CPU s; around it ${milliseconds(around)} ms ` +
      `(${parts.join(", ")}): ${percent(around)} (goal ${100 * QUEUE_GOAL} %); helper threads of ` +
      `Node.js ${milliseconds(helpers)} ms; a slot takes ${(setSeconds / tracks).toFixed(2)} s a track`,
  );
}
