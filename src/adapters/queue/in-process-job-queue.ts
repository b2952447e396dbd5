import { setImmediate as nextTurn } from "node:timers/promises";
import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import { asError } from "../../domain/errors/as-error.js";
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
  /** Called with the outcome when the job has ended. */
  readonly waiters: ((outcome: JobOutcome) => void)[];
  /** Ends its work, and its wait for another attempt. One for each job, so that none stays on a shared signal. */
  readonly closing: AbortController;
  priority: JobPriority;
  /** A delayed job waits until it may be retried. */
  phase: "waiting" | "delayed" | "running";
  /** How often it was started. */
  attempts: number;
}

/** Assumed duration of a job until some have been measured, seconds. */
const ASSUMED_SECONDS = 2;

/** The bounds of the time after which a client repeats its request, seconds. */
const MIN_RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 60;

/**
 * A job queue in the memory of this process. It is lost when the process ends; the jobs are added
 * again when their tracks are requested again.
 */
export class InProcessJobQueue implements JobQueue {
  /** Waiting and running jobs by name; waiting jobs of one priority are in their order. */
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Set<(change: JobChange) => void>();
  #isClosing = false;
  #work: Work | undefined;
  #retryDelay: RetryDelay = () => undefined;
  /** Mean duration of a job, seconds: a moving average over about ten jobs. */
  #typicalSeconds = ASSUMED_SECONDS;

  constructor(
    private readonly options: {
      /** How many jobs run at once, >= 1. */
      readonly concurrency: number;
      /** How many jobs may wait, >= 0. */
      readonly limit: number;
      readonly clock: Clock;
    },
  ) {}

  process(work: Work, retryDelay: RetryDelay = () => undefined): void {
    this.#work = work;
    this.#retryDelay = retryDelay;
  }

  add(job: AnalysisJob, priority: JobPriority = "awaited"): Promise<void> {
    const name = nameOf(job);
    if (this.#entries.has(name)) return Promise.resolve();
    const { concurrency, limit } = this.options;
    if (this.#isClosing) return Promise.reject(new AnalyzerBusyError(1));
    if (this.#entries.size >= concurrency + limit) {
      return Promise.reject(new AnalyzerBusyError(this.#secondsUntilStart(limit - 1)));
    }
    const closing = new AbortController();
    const entry: Entry = { job, waiters: [], closing, priority, phase: "waiting", attempts: 0 };
    this.#entries.set(name, entry);
    this.#startNext();
    if (entry.phase === "waiting") this.#notifyQueued(entry);
    return Promise.resolve();
  }

  promote(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry && entry.phase !== "running" && entry.priority === "background") {
      this.#entries.delete(name);
      entry.priority = "awaited";
      this.#entries.set(name, entry);
    }
    return Promise.resolve();
  }

  findStates(names: readonly string[]): Promise<readonly (JobState | undefined)[]> {
    const states = new Map<string, JobState>();
    const runningCount = this.#runningCount();
    for (const [index, { job }] of this.#ordered().entries()) {
      const state = this.#stateAt(index - runningCount);
      const { trackKey } = job.track;
      states.set(nameOf(job), state);
      // The job of the track itself replaces that of an upload.
      if (!states.has(trackKey)) states.set(trackKey, state);
    }
    return Promise.resolve(names.map((name) => states.get(name)));
  }

  whenDone(name: string): Promise<JobOutcome | undefined> {
    const entry =
      this.#entries.get(name) ??
      [...this.#entries.values()].find(({ job }) => job.track.trackKey === name);
    return entry === undefined ? Promise.resolve(undefined) : ended(entry);
  }

  observe(listener: (change: JobChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  load(): Promise<JobLoad> {
    const running = this.#runningCount();
    return Promise.resolve({ waiting: this.#entries.size - running, running });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const closed = new AnalyzerBusyError(1);
    const entries = [...this.#entries.values()];
    const all = Promise.all(entries.map(ended));
    for (const entry of entries) {
      entry.closing.abort(closed);
      if (entry.phase !== "running") this.#end(entry, { ok: false, error: closed });
    }
    await all;
  }

  #runningCount(): number {
    return [...this.#entries.values()].filter(({ phase }) => phase === "running").length;
  }

  /** Returns the running jobs, then the others in the order in which they would start now. */
  #ordered(): readonly Entry[] {
    return [...this.#entries.values()].sort((one, other) => rankOf(one) - rankOf(other));
  }

  /** Returns the state of a job with so many jobs before it; a negative number is a running job. */
  #stateAt(position: number): JobState {
    if (position < 0) {
      return { state: "processing", position: null, retryAfterSeconds: MIN_RETRY_SECONDS };
    }
    return { state: "queued", position, retryAfterSeconds: this.#secondsUntilStart(position) };
  }

  /** Estimates when a job with so many jobs before it starts, within the bounds; seconds, an integer. */
  #secondsUntilStart(position: number): number {
    const seconds = ((position + 1) * this.#typicalSeconds) / this.options.concurrency;
    return Math.max(MIN_RETRY_SECONDS, Math.min(MAX_RETRY_SECONDS, Math.ceil(seconds)));
  }

  #startNext(): void {
    const runningCount = this.#runningCount();
    if (this.#isClosing || runningCount >= this.options.concurrency) return;
    const next = this.#ordered()[runningCount];
    if (next?.phase === "waiting") void this.#run(next);
  }

  async #run(entry: Entry): Promise<void> {
    const { clock } = this.options;
    entry.phase = "running";
    entry.attempts++;
    this.#notify({ job: entry.job, state: this.#stateAt(-1) });
    const startedAt = clock.now();
    const outcome = await this.#attempt(entry);
    this.#typicalSeconds += ((clock.now() - startedAt) / 1000 - this.#typicalSeconds) / 10;
    // Jobs without audio do nothing but synchronous reads, and up to a thousand may follow each other.
    await nextTurn();
    const delay =
      outcome.ok || this.#isClosing ? undefined : this.#retryDelay(outcome.error, entry.attempts);
    if (delay === undefined) this.#end(entry, outcome);
    else void this.#delay(entry, delay);
    this.#startNext();
  }

  /** Makes a job wait without a slot; after the delay it waits in the order of the others again. */
  async #delay(entry: Entry, milliseconds: number): Promise<void> {
    entry.phase = "delayed";
    this.#notifyQueued(entry);
    await this.options.clock.sleep(milliseconds, entry.closing.signal);
    entry.phase = "waiting";
    this.#startNext();
  }

  async #attempt({ job, closing, attempts }: Entry): Promise<JobOutcome> {
    try {
      if (this.#work === undefined)
        throw new Error("The queue has no function to run its jobs: call `process` first.");
      await this.#work(job, closing.signal, attempts);
      return { ok: true };
    } catch (error) {
      return { ok: false, error: asError(error) };
    }
  }

  #end({ job, waiters }: Entry, outcome: JobOutcome): void {
    this.#entries.delete(nameOf(job));
    if (!this.#isClosing) this.#notify({ job, outcome });
    for (const resolve of waiters) resolve(outcome);
  }

  #notifyQueued(entry: Entry): void {
    const position = this.#ordered().indexOf(entry) - this.#runningCount();
    this.#notify({ job: entry.job, state: this.#stateAt(position) });
  }

  #notify(change: JobChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

const nameOf = ({ track, upload }: AnalysisJob): string => upload?.id ?? track.trackKey;

const ended = ({ waiters }: Entry): Promise<JobOutcome> =>
  new Promise((resolve) => waiters.push(resolve));

/** Ranks a job in the order of starts: delayed jobs come last, those of the background after awaited ones. */
function rankOf({ phase, priority }: Entry): number {
  if (phase === "running") return 0;
  return (phase === "delayed" ? 3 : 1) + (priority === "awaited" ? 0 : 1);
}
