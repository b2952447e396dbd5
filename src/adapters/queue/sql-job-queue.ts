import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import { failureFrom, type Failure } from "../../domain/errors/failure.js";
import {
  type AddedJob,
  type AnalysisJob,
  type JobChange,
  type JobLoad,
  jobNameOf,
  type JobOutcome,
  type JobPriority,
  type JobQueue,
  type JobResult,
  type JobState,
  type NewJob,
} from "../../ports/analysis/job-queue.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { JobClaim, JobClaims, JobWorker } from "../../ports/analysis/job-worker.js";
import type { JobEvent } from "../../ports/runtime/metrics.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Tracer } from "../../ports/runtime/tracer.js";
import type { Database } from "../storage/database.js";
import { newIdentity } from "../runtime/process-identity.js";
import type { DatabaseTime } from "../storage/database-time.js";
import { ClaimCalls } from "./claim-calls.js";
import { EndedJobs } from "./ended-jobs.js";
import { SqlJobClaims } from "./sql-job-claims.js";
import { jobNamed, SqlJobPlaces } from "./sql-job-places.js";
import { SqlJobRows } from "./sql-job-rows.js";
import { SqlJobUpkeep } from "./sql-job-upkeep.js";
import { WaitEstimate } from "./wait-estimate.js";

/** How long a claim lasts. A worker that stands still for longer loses its job to another. */
const LEASE_MILLISECONDS = 60_000;

/** How long a worker on another machine may keep a job by extending its claim. */
const MAX_CLAIM_MILLISECONDS = 6 * 3_600_000;

/** Interval of the upkeep: looking for claims that ran out, and removing jobs that ended. */
const UPKEEP_MILLISECONDS = 5_000;

/** How long a job that this process cannot run is left to others. */
const DECLINE_MILLISECONDS = 5_000;

/**
 * A job queue in the database, shared by all processes that open it. Times of claims are those of the
 * database, so that the clocks of its processes may differ.
 */
export class SqlJobQueue implements JobQueue, JobWorker, JobClaims {
  readonly #rows: SqlJobRows;
  readonly #claims: SqlJobClaims;
  readonly #places: SqlJobPlaces;
  readonly #upkeep: SqlJobUpkeep;
  readonly #estimate: WaitEstimate;
  readonly #ended: EndedJobs;
  readonly #listeners = new Set<(change: JobChange) => void>();
  /** The jobs that this process runs, by the tokens of their claims. */
  readonly #claimed = new Map<string, ClaimedJob>();
  /** Until when jobs that this process cannot run are left to others, by id. */
  readonly #declined = new Map<string, number>();
  /** Jobs that this process is adding, by name. */
  readonly #adding = new Map<string, Promise<unknown>>();
  readonly #calls: ClaimCalls;
  #isClosing = false;
  #upkeptAt = -Infinity;

  constructor(
    private readonly needs: {
      readonly database: Database;
      readonly time: DatabaseTime;
      /** The analysis version of the jobs. */
      readonly version: number;
      /** How many jobs run at once, >= 0, as far as it is known: for estimates. */
      readonly concurrency: number;
      /** How many jobs may wait in all processes, >= 0. */
      readonly limit: number;
      readonly clock: Clock;
      /** Knows the trace of the request that adds a job. */
      readonly tracer?: Pick<Tracer, "current">;
      /** Called before a job ends that has ended its workers; must not reject. */
      readonly onLost?: (job: AnalysisJob, error: Error) => Promise<void>;
      /** Called for what this process does with jobs. */
      readonly record?: (event: JobEvent) => void;
    },
  ) {
    const { database, version, time, clock, concurrency, onLost = doNothing } = needs;
    const { kysely } = database;
    this.#rows = new SqlJobRows({ kysely, version, time, clock });
    this.#claims = new SqlJobClaims({ database, version, time, owner: newIdentity() });
    this.#places = new SqlJobPlaces({ kysely, version, time });
    const onLeaseLost = (worker?: string): void => needs.record?.({ event: "lease_lost", worker });
    const lost = { claims: this.#claims, onLost, onLeaseLost };
    this.#upkeep = new SqlJobUpkeep({ kysely, version, time, ...lost });
    this.#ended = new EndedJobs({ rows: this.#rows, clock, running: () => this.#running() });
    this.#estimate = new WaitEstimate(concurrency);
    this.#calls = new ClaimCalls({ clock });
  }

  async add(added: NewJob, priority: JobPriority = "awaited"): Promise<AddedJob> {
    if (this.#isClosing) throw new AnalyzerBusyError(1);
    const name = jobNameOf(added);
    const adding = this.#add(added, priority).finally(() => this.#adding.delete(name));
    this.#adding.set(name, adding);
    const id = await adding;
    this.#calls.wake();
    return { whenDone: () => this.#ended.wait(id) };
  }

  /** Adds a job, and returns its id or that of one of its name. */
  async #add(added: NewJob, priority: JobPriority): Promise<string> {
    // Each call that waits for a job takes one out of the queue.
    const limit = this.needs.limit + this.#calls.size;
    const traceParent = this.needs.tracer?.current();
    const traced = { ...added, ...(traceParent !== undefined && { traceParent }) };
    const job = await this.#rows.add(traced, priority, limit);
    if (job === "full") {
      throw new AnalyzerBusyError(this.#estimate.secondsUntilStart(this.needs.limit - 1));
    }
    if ("knownId" in job) return job.knownId;
    // A call of this process that waits claims the job at once.
    if (this.#calls.size === 0) await this.#notifyQueued(job);
    return job.id;
  }

  promote(trackKey: TrackKey): Promise<void> {
    return this.#rows.promote(trackKey);
  }

  async findStates(names: readonly string[]): Promise<readonly (JobState | undefined)[]> {
    const jobs = await this.#places.find(names);
    return names.map((name) => {
      const found = jobNamed(name, jobs);
      return found && this.#estimate.stateAt(found.position);
    });
  }

  async whenDone(name: string): Promise<JobOutcome | undefined> {
    const found = jobNamed(name, await this.#places.list([name]));
    return found && this.#ended.wait(found.id);
  }

  observe(listener: (change: JobChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  load(): Promise<JobLoad> {
    return this.#rows.load();
  }

  /** Jobs stay in the database: they run after the next start, or in another process. */
  close(): Promise<void> {
    this.#isClosing = true;
    this.#calls.close();
    this.#ended.close(closedOutcome());
    return Promise.resolve();
  }

  /** Returns the ids of the jobs that this process runs, and that no other can run meanwhile. */
  #running(): ReadonlySet<string> {
    const now = this.needs.clock.now();
    const leased = [...this.#claimed.values()].filter(
      ({ leasedAt }) => Math.abs(now - leasedAt) < LEASE_MILLISECONDS,
    );
    return new Set(leased.map(({ id }) => id));
  }

  claim(signal: AbortSignal, worker?: string): Promise<JobClaim | undefined> {
    return this.#calls.wait(signal, async () => {
      await this.#keepUp();
      const claim = await this.#claimNow(worker);
      if (claim !== undefined) await this.#started(claim);
      return claim;
    });
  }

  async find(jobId: string, token: string): Promise<JobClaim | undefined> {
    const claim = await this.#claims.find(jobId, token);
    return claim && { ...claim, leaseMilliseconds: LEASE_MILLISECONDS };
  }

  hasCompleted(jobId: string, token: string): Promise<boolean> {
    return this.#claims.hasCompleted(jobId, token);
  }

  async extend(claim: JobClaim): Promise<boolean> {
    const leasedAt = this.needs.clock.now();
    const isValid = await this.#claims.extend(claim, LEASE_MILLISECONDS, MAX_CLAIM_MILLISECONDS);
    const claimed = this.#claimed.get(claim.token);
    if (isValid && claimed) this.#claimed.set(claim.token, { ...claimed, leasedAt });
    return isValid;
  }

  async complete(claim: JobClaim, result?: JobResult): Promise<boolean> {
    return this.#end(claim, { ok: true, ...(result !== undefined && { result }) });
  }

  async fail(claim: JobClaim, failure: Failure, retryAfterMilliseconds?: number): Promise<boolean> {
    if (retryAfterMilliseconds === undefined) return this.#end(claim, { ok: false, failure });
    this.#stopped(claim);
    try {
      const isValid = await this.#claims.delay(claim, retryAfterMilliseconds, failure);
      if (isValid) this.needs.record?.({ event: "retried", worker: claim.worker });
      if (isValid) await this.#notifyQueued(claim.job);
      return isValid;
    } finally {
      this.#endWait(claim);
    }
  }

  async decline(claim: JobClaim): Promise<boolean> {
    const isLeft = await this.#claims.decline(claim, DECLINE_MILLISECONDS);
    if (!isLeft) return false;
    this.#claimed.delete(claim.token);
    this.#declined.set(claim.job.id, this.needs.clock.now() + DECLINE_MILLISECONDS);
    this.#endWait(claim);
    return true;
  }

  async release(claim: JobClaim, failure?: Failure): Promise<boolean> {
    this.#claimed.delete(claim.token);
    try {
      const isValid = await this.#claims.release(claim);
      this.#calls.wake();
      return isValid;
    } finally {
      this.#endWait(claim, failure);
    }
  }

  /** Claims a job if one may start. */
  #claimNow(worker: string | undefined): Promise<JobClaim | undefined> {
    const now = this.needs.clock.now();
    for (const [id, until] of this.#declined) if (until <= now) this.#declined.delete(id);
    return this.#claims.claim(LEASE_MILLISECONDS, [...this.#declined.keys()], worker);
  }

  async #started(claim: JobClaim): Promise<void> {
    const { job, token, worker } = claim;
    this.needs.record?.({ event: "claimed", worker });
    const at = this.needs.clock.now();
    if (worker === undefined) this.#claimed.set(token, { id: job.id, at, leasedAt: at });
    // It is announced as queued first.
    await this.#adding.get(jobNameOf(job))?.catch(() => undefined);
    this.#notify({ job, state: this.#estimate.stateAt(-1) });
  }

  #stopped({ token }: JobClaim): void {
    const claimed = this.#claimed.get(token);
    if (claimed !== undefined) this.#estimate.include(this.needs.clock.now() - claimed.at);
    this.#claimed.delete(token);
  }

  async #end(claim: JobClaim, outcome: JobOutcome): Promise<boolean> {
    this.#stopped(claim);
    try {
      const isValid = await this.#claims.end(claim, outcome);
      if (isValid) this.#announceEnd(claim, outcome);
      return isValid;
    } finally {
      this.#endWait(claim);
    }
  }

  /** Ends the waits for a job of this process that has stopped, where the queue is closing. */
  #endWait({ job }: JobClaim, failure?: Failure): void {
    const outcome = failure === undefined ? closedOutcome() : { ok: false as const, failure };
    if (this.#isClosing) this.#ended.settle(job.id, outcome);
  }

  #announceEnd({ job, worker }: EndedClaim, outcome: JobOutcome): void {
    const code = outcome.ok ? "done" : outcome.failure.code;
    this.needs.record?.({ event: "ended", worker, outcome: code });
    this.#notify({ job, outcome });
    this.#ended.settle(job.id, outcome);
  }

  /** Does the upkeep of the table, at an interval. */
  async #keepUp(): Promise<void> {
    const now = this.needs.clock.now();
    if (Math.abs(now - this.#upkeptAt) < UPKEEP_MILLISECONDS) return;
    this.#upkeptAt = now;
    for (const { outcome, ...lost } of await this.#upkeep.run()) this.#announceEnd(lost, outcome);
  }

  async #notifyQueued(job: AnalysisJob): Promise<void> {
    if (this.#listeners.size === 0 || this.#isClosing) return;
    const [state] = await this.findStates([jobNameOf(job)]);
    if (state?.state === "queued") this.#notify({ job, state });
  }

  #notify(change: JobChange): void {
    if (this.#isClosing) return;
    for (const listener of this.#listeners) listener(change);
  }
}

/** A job that this process runs; times by its own clock, milliseconds. */
interface ClaimedJob {
  readonly id: string;
  /** When it was claimed. */
  readonly at: number;
  /** When its lease began last. */
  readonly leasedAt: number;
}

type EndedClaim = Pick<JobClaim, "job" | "worker">;

const doNothing = (): Promise<void> => Promise.resolve();

/** The outcome for those that wait for a job while their process closes. */
const closedOutcome = (): JobOutcome => ({
  ok: false,
  failure: failureFrom(new AnalyzerBusyError(1)),
});
