import { randomUUID } from "node:crypto";
import { SqlJobQueue } from "../../../src/adapters/queue/sql-job-queue.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { databaseTimes } from "../../../src/adapters/storage/database-time.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import type { JobClaim } from "../../../src/ports/analysis/job-worker.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";

/** Far more than wait here, so that no addition is refused. */
const LIMIT = 1_000_000;

/** The time between a claim and its end: no analysis is shorter. */
const HELD_MILLISECONDS = 1_000;

/** What a process of a queue is told to do. */
export type QueueTask =
  | { readonly do: "add"; readonly count: number; readonly isObserved: boolean }
  | { readonly do: "find"; readonly count: number; readonly trackKeys: readonly string[] }
  /** Claims jobs until that time, so many at once, and completes each a second later. */
  | { readonly do: "work"; readonly claimers: number; readonly seconds: number };

/** What it has done. */
export interface QueueTaskDone {
  readonly count: number;
  readonly seconds: number;
  /** Processor time of this process, seconds. */
  readonly processorSeconds: number;
}

/** A process with the job queue of the database at the given URL, as a server has it. */
async function run(url: string): Promise<void> {
  const database = await openDatabase({ url });
  const options = { concurrency: 1, limit: LIMIT, version: 1, clock: new SystemClock() };
  const queue = new SqlJobQueue({ ...options, database, time: databaseTimes[database.system] });
  const unobserve: (() => void)[] = [];

  const add = async (count: number): Promise<number> => {
    for (let added = 0; added < count; added++) {
      const [artist, trackName] = ["Overtone", randomUUID()];
      const track = { trackKey: trackKeyFrom(artist, trackName), artist, trackName };
      await queue.add(
        { track: { ...track, artwork: { kind: "none" }, providers: [] } },
        "background",
      );
    }
    return count;
  };
  const work = async (claimers: number, seconds: number): Promise<number> => {
    const over = AbortSignal.timeout(1_000 * seconds);
    let ended = 0;
    const claimer = async (): Promise<void> => {
      const held: { readonly claim: JobClaim; readonly at: number }[] = [];
      while (!over.aborted) {
        const claim = await queue.claim(over);
        if (claim !== undefined) held.push({ claim, at: performance.now() });
        const oldest = held[0];
        if (oldest === undefined || performance.now() - oldest.at < HELD_MILLISECONDS) continue;
        held.shift();
        if (await queue.complete(oldest.claim)) ended++;
      }
      for (const { claim } of held) if (await queue.complete(claim)) ended++;
    };
    await Promise.all(Array.from({ length: claimers }, claimer));
    return ended;
  };
  const find = async (count: number, trackKeys: readonly string[]): Promise<number> => {
    for (let found = 0; found < count; found++) await queue.findStates(trackKeys);
    return count;
  };
  const perform = (task: QueueTask): Promise<number> => {
    for (const leave of unobserve.splice(0)) leave();
    if (task.do === "work") return work(task.claimers, task.seconds);
    if (task.do === "find") return find(task.count, task.trackKeys);
    if (task.isObserved) unobserve.push(queue.observe(() => undefined));
    return add(task.count);
  };

  process.on("message", (task: QueueTask) => {
    const [start, before] = [performance.now(), process.cpuUsage()];
    void perform(task).then((count) => {
      const { user, system } = process.cpuUsage(before);
      process.send?.({
        count,
        seconds: (performance.now() - start) / 1_000,
        processorSeconds: (user + system) / 1e6,
      } satisfies QueueTaskDone);
    });
  });
  process.once("disconnect", () => void queue.close().then(() => database.close()));
  process.send?.("ready");
}

void run(process.argv[2] ?? "");
