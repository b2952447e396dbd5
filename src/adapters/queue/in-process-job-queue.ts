import { setMaxListeners } from "node:events";
import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import type {
  AnalysisJob,
  JobChange,
  JobLoad,
  JobOutcome,
  JobPriority,
  JobQueue,
  JobState,
} from "../../ports/analysis/job-queue.js";
import type { Clock } from "../../ports/runtime/clock.js";

type Work = Parameters<JobQueue["process"]>[0];
type RetryDelay = NonNullable<Parameters<JobQueue["process"]>[1]>;

interface Entry {
  readonly job: AnalysisJob;
  readonly done: Promise<JobOutcome>;
  readonly finish: (outcome: JobOutcome) => void;
  priority: JobPriority;
  isRunning: boolean;
  /** Whether it waits until it may be tried again. */
  isDelayed: boolean;
  /** How often it was started. */
  attempts: number;
}

const SECONDS_PER_JOB = 2;

/**
 * A job queue in the memory of this process. It is lost when the process ends; the jobs are added
 * again when their tracks are requested again.
 */
export class InProcessJobQueue implements JobQueue {
  readonly #concurrency: number;
  readonly #limit: number;
  /** Waiting and running jobs by name; waiting jobs of one priority are in their order. */
  readonly #entries = new Map<string, Entry>();
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(change: JobChange) => void>();
  #running = 0;
  #work: Work | undefined;
  #retryDelay: RetryDelay = () => undefined;
  readonly #clock: Clock;

  constructor(options: {
    /** How many jobs run at once, >= 1. */
    readonly concurrency: number;
    /** How many jobs may wait, >= 0. */
    readonly limit: number;
    readonly clock: Clock;
  }) {
    this.#concurrency = options.concurrency;
    this.#limit = options.limit;
    this.#clock = options.clock;
    // Every job that waits for a retry adds a listener; from the eleventh on, Node would warn of a leak.
    setMaxListeners(0, this.#closing.signal);
  }

  process(work: Work, retryDelay: RetryDelay = () => undefined): void {
    this.#work = work;
    this.#retryDelay = retryDelay;
  }

  add(job: AnalysisJob, priority: JobPriority = "awaited"): Promise<void> {
    const name = nameOf(job);
    if (this.#entries.has(name)) return Promise.resolve();
    const waiting = this.#entries.size - this.#running;
    const isFull = this.#entries.size >= this.#concurrency + this.#limit;
    if (isFull || this.#closing.signal.aborted) {
      const seconds = Math.ceil((waiting * SECONDS_PER_JOB) / this.#concurrency);
      return Promise.reject(new AnalyzerBusyError(Math.max(1, seconds)));
    }
    const { promise, resolve } = promiseWithResolve<JobOutcome>();
    const entry: Entry = {
      job,
      done: promise,
      finish: resolve,
      priority,
      isRunning: false,
      isDelayed: false,
      attempts: 0,
    };
    this.#entries.set(name, entry);
    this.#startNext();
    if (!entry.isRunning) this.#notifyQueued(entry);
    return Promise.resolve();
  }

  promote(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry && !entry.isRunning && entry.priority === "background") {
      this.#entries.delete(name);
      entry.priority = "awaited";
      this.#entries.set(name, entry);
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
    if (next && !next.isDelayed) void this.#run(next);
  }

  /** Returns the waiting jobs in the order in which they would start now: delayed ones come last. */
  #waiting(): readonly Entry[] {
    const waiting = [...this.#entries.values()].filter(({ isRunning }) => !isRunning);
    const placeOf = ({ isDelayed, priority }: Entry): number =>
      (isDelayed ? 2 : 0) + (priority === "awaited" ? 0 : 1);
    return waiting.sort((one, other) => placeOf(one) - placeOf(other));
  }

  async #run(entry: Entry): Promise<void> {
    entry.isRunning = true;
    this.#running++;
    entry.attempts++;
    this.#notify({ job: entry.job, state: { state: "processing" } });
    const outcome = await this.#attempt(entry);
    this.#running--;
    const isClosing = this.#closing.signal.aborted;
    const delay =
      outcome.ok || isClosing ? undefined : this.#retryDelay(outcome.error, entry.attempts);
    if (delay === undefined) this.#end(entry, outcome);
    else void this.#delay(entry, delay);
    if (!isClosing) this.#startNext();
  }

  /** Makes a job wait without a slot; after the delay it waits in the order of the others again. */
  async #delay(entry: Entry, milliseconds: number): Promise<void> {
    entry.isRunning = false;
    entry.isDelayed = true;
    this.#notifyQueued(entry);
    await this.#clock.sleep(milliseconds, this.#closing.signal);
    if (this.#closing.signal.aborted) return;
    entry.isDelayed = false;
    this.#startNext();
  }

  async #attempt({ job, attempts }: Entry): Promise<JobOutcome> {
    try {
      if (this.#work === undefined)
        throw new Error("The queue has no function to run its jobs: call `process` first.");
      await this.#work(job, this.#closing.signal, attempts);
      return { ok: true };
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  #end(entry: Entry, outcome: JobOutcome): void {
    const { job } = entry;
    this.#entries.delete(nameOf(job));
    if (!this.#closing.signal.aborted) this.#notify({ job, outcome });
    entry.finish(outcome);
  }

  #notifyQueued(entry: Entry): void {
    const position = this.#waiting().indexOf(entry);
    this.#notify({ job: entry.job, state: { state: "queued", position } });
  }

  #notify(change: JobChange): void {
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
