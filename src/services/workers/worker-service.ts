import { abortingWith, neverAborted } from "../../domain/abort-signals.js";
import type { OfferedJob, WorkerResult } from "../../domain/analysis/offered-work.js";
import { secretHashFrom } from "../../domain/api-key.js";
import { asError } from "../../domain/errors/as-error.js";
import { errorFrom, failureFrom, type Failure } from "../../domain/errors/failure.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { AudioChangedError } from "../../domain/errors/availability-errors.js";
import { ClaimLostError, WorkerVersionError } from "../../domain/errors/analysis-errors.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { OpenedAudio } from "../../ports/analysis/audio-reader.js";
import type { AnalysisJob } from "../../ports/analysis/job-queue.js";
import type { JobClaim, JobClaims, JobWorker } from "../../ports/analysis/job-worker.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { AnalysisRun } from "../analysis/analysis-run.js";
import type { FailedJobs } from "../jobs/failed-jobs.js";
import type { JobAudio } from "./job-audio.js";

/** A worker that asks for a job. */
export interface WorkRequest {
  /** How it names itself. */
  readonly name: string;
  /** Of its program, such as "0.1.0". */
  readonly version: string;
  readonly analysisVersion: number;
  /** How long it waits for a job, seconds, >= 0. */
  readonly waitSeconds: number;
  /** The public part of its key. */
  readonly keyLookup: string;
}

/** A claim as a worker names it. */
export interface ClaimName {
  readonly jobId: string;
  /** As it was offered. */
  readonly token: string;
  /** The public part of the key of the worker, without which the token is of no use. */
  readonly keyLookup: string;
}

/**
 * Hands out jobs to workers on other machines, and stores what they measure. It keeps nothing that a
 * claim needs, so that each request may reach another server. Names and keys of tracks are never
 * taken from a worker.
 */
export class WorkerService {
  constructor(
    private readonly needs: {
      readonly jobs: JobWorker & JobClaims;
      readonly runs: AnalysisRun;
      readonly analyzer: Pick<Analyzer, "version">;
      /** Finds and opens the audio of jobs. */
      readonly audio: JobAudio;
      /** Ends jobs that have failed, or lets them wait for another attempt. */
      readonly failedJobs: FailedJobs;
      readonly clock: Clock;
      readonly logger: Logger;
      /** Aborted when the server stops; ends every wait for a job. */
      readonly stopping: AbortSignal;
    },
  ) {}

  /**
   * Claims a job for a worker, after waiting for one; `undefined` where there is none. Jobs that
   * need no measurement are ended here.
   *
   * @param signal aborted when the worker disconnects
   * @throws {WorkerVersionError} the worker is of another analysis version
   */
  async claim(request: WorkRequest, signal: AbortSignal): Promise<OfferedJob | undefined> {
    const { jobs, analyzer, clock, stopping } = this.needs;
    const { analysisVersion, waitSeconds } = request;
    if (analysisVersion !== analyzer.version) throw new WorkerVersionError(analyzer.version);
    const over = abortingWith([signal, stopping]);
    void clock.sleep(waitSeconds * 1_000, over.signal).then(() => over.abort());
    try {
      for (;;) {
        const claim = await jobs.claim(over.signal, request.name);
        if (claim === undefined) return undefined;
        const offer = await this.#offerOf(claim, request.keyLookup);
        if (offer === undefined) continue;
        if (signal.aborted) {
          await jobs.release(claim);
          return undefined;
        }
        this.#began(request, offer);
        return offer;
      }
    } finally {
      over.abort();
    }
  }

  /**
   * Opens the audio that one source has for a job. The caller closes it.
   *
   * @throws {ClaimLostError} the claim is not valid
   * @throws {Error} as `JobAudio.open`
   */
  async openAudio(name: ClaimName, source: string, signal: AbortSignal): Promise<OpenedAudio> {
    const { job } = await this.#get(name);
    return this.needs.audio.open(job, source, signal);
  }

  /**
   * Stores what a worker measured and ends its job, once for any number of calls with the same claim.
   * Where the file of the job holds another recording than was measured, nothing is stored, and the job
   * waits for another attempt.
   *
   * @throws {ClaimLostError} the claim is not valid
   * @throws {WorkerVersionError} it was measured by another analysis version
   * @throws {InvalidInputError} the job has no such source
   */
  async complete(name: ClaimName, { source: sourceName, analysis }: WorkerResult): Promise<void> {
    const { jobs, runs, analyzer } = this.needs;
    const claim = await jobs.find(name.jobId, ownTokenOf(name));
    if (claim === undefined) return this.#requireCompleted(name);
    if (analysis.version !== analyzer.version) throw new WorkerVersionError(analyzer.version);
    const source = this.needs.audio.findSource(claim.job, sourceName);
    if (source === undefined) throw new InvalidInputError("source", "is not one of this job");
    try {
      const result = await runs.store(claim.job, source, analysis);
      if (!(await jobs.complete(claim, result))) await this.#requireCompleted(name);
    } catch (error) {
      if (!(error instanceof AudioChangedError)) throw error;
      // To the worker that is no error: it would send the same result again.
      await this.needs.failedJobs.end(claim, error);
    }
  }

  /**
   * Requires that a worker has a claim, or has completed its job, before its result is read.
   *
   * @throws {ClaimLostError} it has not
   */
  async requireClaim(name: ClaimName): Promise<void> {
    const claim = await this.needs.jobs.find(name.jobId, ownTokenOf(name));
    if (claim === undefined) await this.#requireCompleted(name);
  }

  /**
   * Lets a job wait for another attempt, or ends it as failed.
   *
   * @throws {ClaimLostError} the claim is not valid
   */
  async fail(name: ClaimName, failure: Failure): Promise<void> {
    const claim = await this.#get(name);
    const isValid = await this.needs.failedJobs.end(claim, await this.#errorOf(claim.job, failure));
    if (!isValid) throw new ClaimLostError(name.jobId);
  }

  /**
   * Makes the lease of a claim last for its whole time from now on.
   *
   * @throws {ClaimLostError} the claim is not valid
   */
  async extend(name: ClaimName): Promise<void> {
    const claim = await this.#get(name);
    if (!(await this.needs.jobs.extend(claim))) throw new ClaimLostError(name.jobId);
  }

  /**
   * Takes a job back unfinished.
   *
   * @throws {ClaimLostError} the claim is not valid
   */
  async release(name: ClaimName): Promise<void> {
    const claim = await this.#get(name);
    if (!(await this.needs.jobs.release(claim))) throw new ClaimLostError(name.jobId);
  }

  #began({ name, version }: WorkRequest, offer: OfferedJob): void {
    const { trackKey } = offer.track;
    const facts = { worker: name, version, jobId: offer.id, trackKey, attempt: offer.attempt };
    this.needs.logger.info("A worker has claimed a job", facts);
  }

  /** Returns the offer of a claimed job; `undefined` where the job has ended without a worker. */
  async #offerOf(claim: JobClaim, keyLookup: string): Promise<OfferedJob | undefined> {
    const { jobs, runs } = this.needs;
    const { job, token, attempt, leaseMilliseconds } = claim;
    try {
      // Nobody waits for a song to be received: the worker asks for it where it needs it.
      const plan = await runs.plan(job, { mayReceive: false });
      if (plan === undefined) {
        await jobs.complete(claim);
        return undefined;
      }
      // A worker that leaves during this moment must not make the job fail.
      const offered = await this.needs.audio.offer(job, neverAborted());
      const missing = asError(offered.failure ?? plan.missing);
      if (offered.audio.length === 0) throw missing;
      const { trackKey, artist, trackName } = job.track;
      const lease =
        leaseMilliseconds === undefined ? {} : { leaseSeconds: leaseMilliseconds / 1_000 };
      return {
        ...{ id: job.id, token: offeredToken(token, keyLookup), attempt, ...lease },
        track: { trackKey, artist, trackName },
        ...(job.traceParent !== undefined && { traceParent: job.traceParent }),
        audio: offered.audio,
        missing: failureFrom(missing),
      };
    } catch (error) {
      await this.needs.failedJobs.end(claim, asError(error));
      return undefined;
    }
  }

  /** Returns the error of a failure; that no source has the audio, only this server can say. */
  async #errorOf(job: AnalysisJob, failure: Failure): Promise<Error> {
    if (failure.code !== "AUDIO_NOT_FOUND") return errorFrom(failure);
    const plan = await this.needs.runs.plan(job);
    const offered = await this.needs.audio
      .offer(job, neverAborted())
      .catch((error: unknown) => ({ failure: error }));
    return asError(offered.failure ?? plan?.missing ?? errorFrom(failure));
  }

  async #get(name: ClaimName): Promise<JobClaim> {
    const claim = await this.needs.jobs.find(name.jobId, ownTokenOf(name));
    if (claim === undefined) throw new ClaimLostError(name.jobId);
    return claim;
  }

  /** @throws {ClaimLostError} the job was not completed by this claim */
  async #requireCompleted(name: ClaimName): Promise<void> {
    const isCompleted = await this.needs.jobs.hasCompleted(name.jobId, ownTokenOf(name));
    if (!isCompleted) throw new ClaimLostError(name.jobId);
  }
}

/** Length of the mark of a key at the end of an offered token, hex characters. */
const MARK_LENGTH = 16;

/** Returns a token as a worker gets it: with a mark of its key, so that no other key can use it. */
const offeredToken = (token: string, keyLookup: string): string =>
  token + secretHashFrom(`${token} ${keyLookup}`).slice(0, MARK_LENGTH);

/** Returns the token of the queue; an empty one, which no claim has, where it was offered to another key. */
function ownTokenOf({ token: offered, keyLookup }: ClaimName): string {
  const token = offered.slice(0, -MARK_LENGTH);
  return offered === offeredToken(token, keyLookup) ? token : "";
}
