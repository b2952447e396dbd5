import { setImmediate as nextTurn } from "node:timers/promises";
import { AnalyzerBusyError } from "../../../src/domain/errors/analysis-errors.js";
import { failureFrom, type Failure } from "../../../src/domain/errors/failure.js";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import {
  jobNameOf,
  type AddedJob,
  type AnalysisJob,
  type JobChange,
  type JobLoad,
  type JobOutcome,
  type JobPriority,
  type JobQueue,
  type JobResult,
  type JobState,
  type NewJob,
} from "../../../src/ports/analysis/job-queue.js";
import type { JobClaim, JobWorker } from "../../../src/ports/analysis/job-worker.js";
import type { Clock } from "../../../src/ports/runtime/clock.js";
import { WaitEstimate } from "../../../src/adapters/queue/wait-estimate.js";

interface Entry extends AddedJob {
  readonly job: AnalysisJob;
  readonly end: (outcome: JobOutcome) => void;
  /** Ends its wait for another attempt. */
  readonly closing: AbortController;
  priority: JobPriority;
  /** A delayed job waits until it may be retried. */
  phase: "waiting" | "delayed" | "running";
  /** How often it was started, without the attempts that were released. */
  attempts: number;
  /** The claim of a running job, and when it was claimed. */
  claim?: { readonly token: string; readonly at: number };
}

/** A call that waits for a job to claim. */
type Claimant = (claim: JobClaim | undefined) => void;

/**
 * A job queue in the memory of this process. It is lost when the process ends; the jobs are added
 * again when their tracks are requested again.
 */
export class InProcessJobQueue implements JobQueue, JobWorker {
  /** Waiting and running jobs by name; waiting jobs of one priority are in their order. */
  readonly #entries = new Map<string, Entry>();
  readonly #claimants = new Set<Claimant>();
  readonly #listeners = new Set<(change: JobChange) => void>();
  #isClosing = false;
  #lastId = 0;
  readonly #estimate: WaitEstimate;

  constructor(
    private readonly options: {
      /** How many jobs run at once, >= 1, as far as it is known: for estimates. */
      readonly concurrency: number;
      /** How many jobs may wait, >= 0. */
      readonly limit: number;
      readonly clock: Clock;
    },
  ) {
    this.#estimate = new WaitEstimate(options.concurrency);
  }

  add(added: NewJob, priority: JobPriority = "awaited"): Promise<AddedJob> {
    const name = jobNameOf(added);
    const known = this.#entries.get(name);
    if (known) return Promise.resolve(known);
    const { limit } = this.options;
    if (this.#isClosing) return Promise.reject(new AnalyzerBusyError(1));
    // Each call that waits for a job takes one out of the queue.
    const waiting = this.#entries.size - this.#runningCount();
    if (waiting >= limit + this.#claimants.size) {
      return Promise.reject(new AnalyzerBusyError(this.#estimate.secondsUntilStart(limit - 1)));
    }
    const job = { ...added, id: this.#nextId() };
    const closing = new AbortController();
    let end: Entry["end"] = () => undefined;
    const done = new Promise<JobOutcome>((resolve) => (end = resolve));
    const entry: Entry = {
      ...{ job, closing, priority, end, phase: "waiting", attempts: 0 },
      whenDone: () => done,
    };
    this.#entries.set(name, entry);
    this.#handOut();
    if (entry.phase === "waiting") this.#notifyQueued(entry);
    return Promise.resolve(entry);
  }

  promote(trackKey: TrackKey): Promise<void> {
    for (const [name, entry] of [...this.#entries]) {
      if (entry.job.track.trackKey !== trackKey) continue;
      if (entry.phase === "running" || entry.priority === "awaited") continue;
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
      const state = this.#estimate.stateAt(index - runningCount);
      const { trackKey } = job.track;
      states.set(jobNameOf(job), state);
      // The job of the track itself replaces that of an upload.
      if (!states.has(trackKey)) states.set(trackKey, state);
    }
    return Promise.resolve(names.map((name) => states.get(name)));
  }

  whenDone(name: string): Promise<JobOutcome | undefined> {
    const entry =
      this.#entries.get(name) ??
      [...this.#entries.values()].find(({ job }) => job.track.trackKey === name);
    return entry?.whenDone() ?? Promise.resolve(undefined);
  }

  observe(listener: (change: JobChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  load(): Promise<JobLoad> {
    const running = this.#runningCount();
    return Promise.resolve({ waiting: this.#entries.size - running, running });
  }

  claim(signal: AbortSignal): Promise<JobClaim | undefined> {
    if (signal.aborted || this.#isClosing) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const settle: Claimant = (claim) => {
        this.#claimants.delete(settle);
        signal.removeEventListener("abort", giveUp);
        resolve(claim);
      };
      const giveUp = (): void => settle(undefined);
      signal.addEventListener("abort", giveUp);
      this.#claimants.add(settle);
      this.#handOut();
    });
  }

  extend(claim: JobClaim): Promise<boolean> {
    return Promise.resolve(this.#find(claim) !== undefined);
  }

  complete(claim: JobClaim, result?: JobResult): Promise<boolean> {
    const outcome = { ok: true as const, ...(result !== undefined && { result }) };
    return this.#stop(claim, (entry) => this.#end(entry, outcome));
  }

  fail(claim: JobClaim, failure: Failure, retryAfterMilliseconds?: number): Promise<boolean> {
    return this.#stop(claim, (entry) => {
      const isLast = retryAfterMilliseconds === undefined || this.#isClosing;
      if (isLast) this.#end(entry, { ok: false, failure });
      else void this.#delay(entry, retryAfterMilliseconds);
    });
  }

  /** No other process has jobs of this queue. */
  decline(): Promise<boolean> {
    return Promise.resolve(false);
  }

  release(claim: JobClaim, failure: Failure = closedFailure()): Promise<boolean> {
    return this.#stop(claim, (entry) => {
      if (this.#isClosing) return this.#end(entry, { ok: false, failure });
      entry.phase = "waiting";
      entry.attempts--;
      const all = [entry, ...[...this.#entries.values()].filter((other) => other !== entry)];
      this.#entries.clear();
      for (const one of all) this.#entries.set(jobNameOf(one.job), one);
      this.#handOut();
    });
  }

  close(): Promise<void> {
    this.#isClosing = true;
    for (const settle of this.#claimants) settle(undefined);
    for (const entry of this.#entries.values()) {
      entry.closing.abort();
      if (entry.phase !== "running") this.#end(entry, { ok: false, failure: closedFailure() });
    }
    return Promise.resolve();
  }

  #nextId(): string {
    return String(++this.#lastId);
  }

  #runningCount(): number {
    return [...this.#entries.values()].filter(({ phase }) => phase === "running").length;
  }

  /** Returns the running jobs, then the others in the order in which they would start now. */
  #ordered(): readonly Entry[] {
    return [...this.#entries.values()].sort((one, other) => rankOf(one) - rankOf(other));
  }

  /** Hands out the first waiting job to the call that has waited longest, if there are both. */
  #handOut(): void {
    const [settle] = this.#claimants;
    const entry = this.#ordered().find(({ phase }) => phase === "waiting");
    if (this.#isClosing || settle === undefined || entry === undefined) return;
    const token = this.#nextId();
    entry.phase = "running";
    entry.attempts++;
    entry.claim = { token, at: this.options.clock.now() };
    this.#notify({ job: entry.job, state: this.#estimate.stateAt(-1) });
    settle({ job: entry.job, token, attempt: entry.attempts });
  }

  /** Returns the running job of a claim. */
  #find({ job, token }: JobClaim): Entry | undefined {
    const entry = this.#entries.get(jobNameOf(job));
    return entry?.phase === "running" && entry.claim?.token === token ? entry : undefined;
  }

  /** Ends an attempt and measures how long it took. */
  async #stop(claim: JobClaim, act: (entry: Entry) => void): Promise<boolean> {
    const endedAt = this.options.clock.now();
    // Jobs without audio do nothing but synchronous reads, and up to a thousand may follow each other.
    await nextTurn();
    const entry = this.#find(claim);
    if (entry?.claim === undefined) return false;
    this.#estimate.include(endedAt - entry.claim.at);
    act(entry);
    return true;
  }

  /** Makes a job wait without a slot; after the delay it waits in the order of the others again. */
  async #delay(entry: Entry, milliseconds: number): Promise<void> {
    entry.phase = "delayed";
    this.#notifyQueued(entry);
    await this.options.clock.sleep(milliseconds, entry.closing.signal);
    entry.phase = "waiting";
    this.#handOut();
  }

  #end({ job, end }: Entry, outcome: JobOutcome): void {
    this.#entries.delete(jobNameOf(job));
    this.#handOut();
    if (!this.#isClosing) this.#notify({ job, outcome });
    end(outcome);
  }

  #notifyQueued(entry: Entry): void {
    const position = this.#ordered().indexOf(entry) - this.#runningCount();
    this.#notify({ job: entry.job, state: this.#estimate.stateAt(position) });
  }

  #notify(change: JobChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** The failure of a job that a closing queue drops. */
const closedFailure = (): Failure => failureFrom(new AnalyzerBusyError(1));

/** Ranks a job in the order of starts: delayed jobs come last, those of the background after awaited ones. */
function rankOf({ phase, priority }: Entry): number {
  if (phase === "running") return 0;
  return (phase === "delayed" ? 3 : 1) + (priority === "awaited" ? 0 : 1);
}
