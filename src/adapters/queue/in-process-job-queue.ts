import { AnalyzerBusyError } from "../../domain/errors.js";
import type {
  AnalysisJob,
  JobChange,
  JobLoad,
  JobOutcome,
  JobPriority,
  JobQueue,
  JobState,
} from "../../ports/job-queue.js";

type Work = (job: AnalysisJob, signal: AbortSignal) => Promise<void>;

interface Entry {
  readonly job: AnalysisJob;
  readonly done: Promise<JobOutcome>;
  readonly finish: (outcome: JobOutcome) => void;
  readonly priority: JobPriority;
  isRunning: boolean;
}

const SECONDS_PER_JOB = 2;

/**
 * A queue in the memory of this process. A process that dies takes its queue along, and nothing
 * else: the jobs are added again when their tracks are asked for again.
 */
export class InProcessJobQueue implements JobQueue {
  readonly #concurrency: number;
  readonly #limit: number;
  /** Waiting and running jobs by name; waiting ones of a priority in their order. */
  readonly #entries = new Map<string, Entry>();
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(change: JobChange) => void>();
  #running = 0;
  #work: Work | undefined;

  constructor(options: {
    /** How many jobs run at once, >= 1. */
    readonly concurrency: number;
    /** How many jobs may wait, >= 0. */
    readonly limit: number;
  }) {
    this.#concurrency = options.concurrency;
    this.#limit = options.limit;
  }

  process(work: Work): void {
    this.#work = work;
  }

  add(job: AnalysisJob, priority: JobPriority = "awaited"): Promise<void> {
    const name = nameOf(job);
    if (this.#entries.has(name)) return Promise.resolve();
    const waiting = this.#entries.size - this.#running;
    const isFull = this.#running >= this.#concurrency && waiting >= this.#limit;
    if (isFull || this.#closing.signal.aborted) {
      const seconds = Math.ceil((waiting * SECONDS_PER_JOB) / this.#concurrency);
      return Promise.reject(new AnalyzerBusyError(Math.max(1, seconds)));
    }
    const { promise, resolve } = promiseWithResolve<JobOutcome>();
    const entry = { job, done: promise, finish: resolve, priority, isRunning: false };
    this.#entries.set(name, entry);
    this.#startNext();
    if (!entry.isRunning) {
      this.#tell({ job, state: { state: "queued", position: this.#waiting().indexOf(entry) } });
    }
    return Promise.resolve();
  }

  promote(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry && !entry.isRunning && entry.priority === "background") {
      this.#entries.delete(name);
      this.#entries.set(name, { ...entry, priority: "awaited" });
    }
    return Promise.resolve();
  }

  findStates(names: readonly string[]): Promise<readonly (JobState | undefined)[]> {
    const byName = new Map<string, JobState>();
    const byTrack = new Map<string, JobState>();
    const running = [...this.#entries.values()].filter(({ isRunning }) => isRunning);
    for (const [index, { job }] of [...running, ...this.#waiting()].entries()) {
      const position = index - running.length;
      const state: JobState =
        position < 0 ? { state: "processing" } : { state: "queued", position };
      const { trackKey } = job.track;
      byName.set(nameOf(job), state);
      if (!byTrack.has(trackKey)) byTrack.set(trackKey, state);
    }
    return Promise.resolve(names.map((name) => byName.get(name) ?? byTrack.get(name)));
  }

  whenDone(name: string): Promise<JobOutcome | undefined> {
    return this.#find(name)?.done ?? Promise.resolve(undefined);
  }

  observe(listener: (change: JobChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  load(): Promise<JobLoad> {
    return Promise.resolve({
      waiting: this.#entries.size - this.#running,
      running: this.#running,
    });
  }

  async close(): Promise<void> {
    this.#closing.abort(new AnalyzerBusyError(1));
    const running = [...this.#entries.values()];
    for (const entry of running) if (!entry.isRunning) this.#end(entry, closedOutcome());
    await Promise.all(running.map(({ done }) => done));
  }

  #find(name: string): Entry | undefined {
    const own = this.#entries.get(name);
    if (own) return own;
    for (const entry of this.#entries.values()) if (entry.job.track.trackKey === name) return entry;
    return undefined;
  }

  #startNext(): void {
    if (this.#running >= this.#concurrency) return;
    const [next] = this.#waiting();
    if (next) void this.#run(next);
  }

  /** The waiting jobs in the order in which they will be started. */
  #waiting(): readonly Entry[] {
    const waiting = [...this.#entries.values()].filter(({ isRunning }) => !isRunning);
    const isAwaited = ({ priority }: Entry): boolean => priority === "awaited";
    return [...waiting.filter(isAwaited), ...waiting.filter((entry) => !isAwaited(entry))];
  }

  async #run(entry: Entry): Promise<void> {
    entry.isRunning = true;
    this.#running++;
    this.#tell({ job: entry.job, state: { state: "processing" } });
    const outcome = await this.#attempt(entry.job);
    this.#running--;
    this.#end(entry, outcome);
    if (!this.#closing.signal.aborted) this.#startNext();
  }

  async #attempt(job: AnalysisJob): Promise<JobOutcome> {
    try {
      if (this.#work === undefined) throw new Error("The queue has no work to do for its jobs.");
      await this.#work(job, this.#closing.signal);
      return { ok: true };
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  #end(entry: Entry, outcome: JobOutcome): void {
    const { job } = entry;
    this.#entries.delete(nameOf(job));
    if (!this.#closing.signal.aborted) this.#tell({ job, outcome });
    entry.finish(outcome);
  }

  #tell(change: JobChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

const nameOf = ({ track, upload }: AnalysisJob): string => upload?.id ?? track.trackKey;

const closedOutcome = (): JobOutcome => ({ ok: false, error: new AnalyzerBusyError(1) });

function promiseWithResolve<Value>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}
