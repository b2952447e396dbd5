import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BenchDatabase } from "./queue-database.js";
import type { QueueTask, QueueTaskDone } from "./queue-process.js";

const PROCESSES = 2;
const CLAIMERS_PER_PROCESS = 4;
const WARM_UP_SECONDS = 2;
const SECONDS = 8;
const GOAL = 500;

/** Numbers of waiting jobs at which additions and reads are measured; claims at the second. */
const DEPTHS = [100, 10_000, 100_000] as const;
const CLAIM_DEPTH = DEPTHS[1];
const ADDITIONS = 200;
const READS = 100;

/** Interval of looks for transactions that wait for a lock, milliseconds. */
const LOOK_MILLISECONDS = 100;

/** What the queue can do. */
export interface ClaimsMeasured {
  /** Jobs that are claimed and ended, per second. */
  readonly claimsPerSecond: number;
  /** Commits per second that reach the disk, of one client after another. */
  readonly commitsPerSecond: number;
}

/** Measures claims, additions and reads of the queue on PostgreSQL, of processes as servers have them. */
export async function benchClaims(database: BenchDatabase): Promise<ClaimsMeasured> {
  const processes: QueueProcess[] = [];
  try {
    while (processes.length < PROCESSES) processes.push(await QueueProcess.start(database.url));
    console.log("The queue on PostgreSQL, of two processes:");
    let claimsPerSecond = 0;
    for (const depth of DEPTHS) {
      await fill(database, depth);
      await reportDepth(database, processes[0]!, depth);
      if (depth === CLAIM_DEPTH) claimsPerSecond = await claim(database, processes);
    }
    await database.query("truncate analysis_jobs");
    return { claimsPerSecond, commitsPerSecond: await commitRate(database) };
  } finally {
    for (const process of processes) process.end();
  }
}

/** A process with the queue. */
class QueueProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start(url: string): Promise<QueueProcess> {
    const child = fork(fileURLToPath(new URL("queue-process.ts", import.meta.url)), [url], {
      execArgv: ["--import", "./src/build/typescript.js"],
    });
    await once(child, "message");
    return new QueueProcess(child);
  }

  async perform(task: QueueTask): Promise<QueueTaskDone> {
    this.child.send(task);
    const [done] = (await once(this.child, "message")) as [QueueTaskDone];
    return done;
  }

  end(): void {
    this.child.disconnect();
  }
}

/** Lets so many jobs wait. */
async function fill(database: BenchDatabase, depth: number): Promise<void> {
  const track = { trackKey: "", artist: "Overtone", trackName: "", artwork: { kind: "none" } };
  await database.query(
    `insert into analysis_jobs (id, version, name, live_name, track_key, track, recording, state, priority, place,
       run_after, attempts, losses, added_at)
     select gen_random_uuid()::text, 1, md5(place::text), '1:' || md5(place::text), md5(place::text), $1,
       md5(place::text), 'waiting', 1, place, 0, 0, 0, 0
     from generate_series(1, $2::bigint) as place
     where place > (select coalesce(max(place), 0) from analysis_jobs)`,
    [JSON.stringify({ ...track, providers: [] }), depth],
  );
  await database.query("vacuum analyze analysis_jobs");
}

async function reportDepth(
  database: BenchDatabase,
  process: QueueProcess,
  depth: number,
): Promise<void> {
  const rows = await database.query<{ readonly trackKey: string }>(
    `select track_key as "trackKey" from analysis_jobs where state = 'waiting' order by place desc limit 1`,
  );
  const trackKeys = rows.map((row) => row.trackKey);
  // The first ones also open connections.
  await process.perform({ do: "find", count: READS / 10, trackKeys });
  const found = await process.perform({ do: "find", count: READS, trackKeys });
  const added = await process.perform({ do: "add", count: ADDITIONS, isObserved: true });
  const each = ({ seconds, count }: QueueTaskDone): string =>
    ((1_000 * seconds) / count).toFixed(1);
  console.log(
    `  ${String(depth).padStart(7)} waiting: ${each(added)} ms for an addition, ` +
      `${each(found)} ms for the position of the last one`,
  );
}

/** Lets processes claim jobs and end them a second later, and returns how many they end per second. */
async function claim(database: BenchDatabase, processes: readonly QueueProcess[]): Promise<number> {
  const workFor = (seconds: number): Promise<readonly QueueTaskDone[]> => {
    const task = { do: "work", claimers: CLAIMERS_PER_PROCESS, seconds } as const;
    return Promise.all(processes.map((process) => process.perform(task)));
  };
  await workFor(WARM_UP_SECONDS);
  const waitsBefore = await database.lockWaits();
  const over = new AbortController();
  const watching = watchLocks(database, over.signal);
  const processor = database.processorSeconds();
  const done = await workFor(SECONDS);
  const ofDatabase = database.processorSeconds() - processor;
  over.abort();
  const seen = await watching;
  const waits = (await database.lockWaits()) - waitsBefore;
  const ended = done.reduce((sum, { count }) => sum + count, 0);
  const rate = ended / Math.max(...done.map(({ seconds }) => seconds));
  const ofClaimers = done.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0);
  const milliseconds = (seconds: number): string => ((1_000 * seconds) / ended).toFixed(2);
  console.log(
    `  ${rate.toFixed(0)} jobs a second claimed and ended by ${PROCESSES * CLAIMERS_PER_PROCESS} ` +
      `claimers (goal ${GOAL}); CPU ms a job: ${milliseconds(ofClaimers)} of the processes, ` +
      `${milliseconds(ofDatabase)} of PostgreSQL; waits for locks of more than 1 ms: ${waits}; ` +
      `seen waiting for a lock in ${seen.waiting} of ${seen.looks} looks`,
  );
  return rate;
}

async function watchLocks(
  database: BenchDatabase,
  over: AbortSignal,
): Promise<{ readonly looks: number; readonly waiting: number }> {
  let [looks, waiting] = [0, 0];
  while (!over.aborted) {
    looks++;
    waiting += await database.number(
      "select count(*) from pg_stat_activity where wait_event_type = 'Lock'",
    );
    await pause(LOOK_MILLISECONDS);
  }
  return { looks, waiting };
}

/** Returns how many small transactions of one client after another reach the disk per second. */
async function commitRate(database: BenchDatabase): Promise<number> {
  const count = 300;
  await database.query("create table commits (number integer)");
  const start = performance.now();
  for (let number = 0; number < count; number++) {
    await database.query("insert into commits values ($1)", [number]);
  }
  const rate = (1_000 * count) / (performance.now() - start);
  await database.query("drop table commits");
  console.log(`  ${rate.toFixed(0)} commits a second of one client that waits for the disk`);
  return rate;
}
