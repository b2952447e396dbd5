import type { OfferedJob, WorkerResult } from "../../domain/analysis/offered-work.js";
import type { Failure } from "../../domain/errors/failure.js";
import type { JobClaim, JobWorker } from "../../ports/analysis/job-worker.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { pauseAfter } from "./backoff.js";
import type { ServerClient, ServerReply, ServerRequest } from "./server-client.js";
import { ServerAwayError, ServerRefusedError } from "./server-errors.js";
import { findOfferedJob } from "./work-replies.js";

/** How long a request for a job may wait at the server, seconds; proxies end requests after a minute. */
const CLAIM_WAIT_SECONDS = 20;

/** The pause of a worker that the server has no use for, such as one of another version. */
const UNWANTED_MILLISECONDS = 30_000;

/** The pause where the server has no job and did not wait for one. */
const EMPTY_MILLISECONDS = 1_000;

/** How often a request that the server fails to handle is repeated. */
const MAX_INTERNAL_FAILURES = 3;

/** How long the server is given to take a job back, when the worker ends. */
const RELEASE_MILLISECONDS = 5_000;

/**
 * Claims jobs from a server over HTTP. While the server is away, requests are repeated until it
 * answers: a result is not lost because the server restarts.
 */
export class HttpJobWorker implements JobWorker<WorkerResult> {
  /** The jobs that this worker has claimed, by their ids. */
  readonly #offers = new Map<string, OfferedJob>();
  readonly #closing = new AbortController();
  /** The last request for a job, because one at a time is enough for any number of slots. */
  #turn: Promise<unknown> = Promise.resolve();
  #isUnwanted = false;

  constructor(
    private readonly needs: {
      readonly client: ServerClient;
      readonly clock: Clock;
      readonly logger: Logger;
      /** The name by which operators know this worker. */
      readonly name: string;
      /** Of the program. */
      readonly version: string;
      readonly analysisVersion: number;
      /** Called when the server refuses this worker, which then claims nothing more. */
      readonly onRefused: (error: Error) => void;
    },
  ) {}

  claim(signal: AbortSignal): Promise<JobClaim | undefined> {
    const claimed = this.#turn.then(() => this.#claim(signal));
    this.#turn = claimed.catch(() => undefined);
    return claimed;
  }

  /** Returns what the server offered with a job that this worker has claimed. */
  offerOf(jobId: string): OfferedJob {
    const offer = this.#offers.get(jobId);
    if (offer === undefined) throw new Error(`The job ${jobId} is not claimed.`);
    return offer;
  }

  /** A server that does not answer may still have the claim, so that counts as valid. */
  async extend(claim: JobClaim): Promise<boolean> {
    try {
      const { signal } = this.#closing;
      return !isLost(await this.needs.client.send(requestFor(claim, "lease", signal)));
    } catch (error) {
      if (error instanceof ServerAwayError || this.#closing.signal.aborted) return true;
      throw error;
    }
  }

  async complete(claim: JobClaim, result?: WorkerResult): Promise<boolean> {
    const request = requestFor(claim, "result", this.#closing.signal);
    const reply = await this.#settle({ ...request, method: "PUT", body: result });
    if (!("failure" in reply) || isLost(reply)) return this.#end(claim, reply);
    // Otherwise the same job would be measured again and refused again.
    return this.fail(claim, {
      code: "INTERNAL",
      message: `The server refused the result of a worker: ${reply.failure.message}`,
      facts: {},
    });
  }

  /** The server decides whether the job is tried again. */
  async fail(claim: JobClaim, failure: Failure): Promise<boolean> {
    const request = requestFor(claim, "failure", this.#closing.signal);
    return this.#end(claim, await this.#settle({ ...request, body: failure }));
  }

  /** The server decides, by the failure, whether another one runs the job. */
  decline(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async release(claim: JobClaim): Promise<boolean> {
    const request = requestFor(claim, "release", AbortSignal.timeout(RELEASE_MILLISECONDS));
    return this.#end(claim, await this.needs.client.send(request));
  }

  /** Ends all repeated attempts. */
  close(): void {
    this.#closing.abort(new ServerAwayError("The worker ends."));
  }

  async #claim(signal: AbortSignal): Promise<JobClaim | undefined> {
    const { clock, onRefused } = this.needs;
    const isOver = (): boolean => signal.aborted;
    for (let failures = 0; !isOver();) {
      const startedAt = clock.now();
      try {
        const offer = this.#offerFrom(await this.#askForJob(signal));
        if (offer !== undefined) return claimOf(offer);
        failures = 0;
        const hasWaited = clock.now() - startedAt >= EMPTY_MILLISECONDS;
        if (!hasWaited) await clock.sleep(EMPTY_MILLISECONDS, signal);
      } catch (error) {
        if (isOver()) break;
        if (error instanceof ServerRefusedError) {
          onRefused(error);
          break;
        }
        if (!(error instanceof ServerAwayError)) throw error;
        await clock.sleep(
          this.#isUnwanted ? UNWANTED_MILLISECONDS : pauseAfter(++failures),
          signal,
        );
      }
    }
    return undefined;
  }

  #askForJob(signal: AbortSignal): Promise<ServerReply> {
    const { client, name, version, analysisVersion } = this.needs;
    return client.send({
      method: "POST",
      path: "claims",
      body: { name, version, analysisVersion, waitSeconds: CLAIM_WAIT_SECONDS },
      signal,
      waitMilliseconds: CLAIM_WAIT_SECONDS * 1_000,
    });
  }

  /**
   * Returns the job of a reply, if it has one.
   *
   * @throws {ServerAwayError} the server has no jobs for this worker now, or a job that cannot be read
   */
  #offerFrom(reply: ServerReply): OfferedJob | undefined {
    const { client, logger } = this.needs;
    if ("failure" in reply) {
      const { code, message } = reply.failure;
      if (code === "INTERNAL") throw client.away("answers INTERNAL");
      if (!this.#isUnwanted) logger.warn(`The server has no work for this worker: ${message}`);
      this.#isUnwanted = true;
      throw new ServerAwayError(message);
    }
    this.#isUnwanted = false;
    if (reply.status === 204) return undefined;
    const offer = findOfferedJob(reply.data);
    if (offer === undefined) throw client.away("offers a job that this version cannot read");
    this.#offers.set(offer.id, offer);
    return offer;
  }

  /** Sends a request until the server settles it. */
  async #settle(request: ServerRequest): Promise<ServerReply> {
    const { client, clock } = this.needs;
    for (let failures = 1; ; failures++) {
      try {
        const reply = await client.send(request);
        const isInternal = "failure" in reply && reply.failure.code === "INTERNAL";
        if (!isInternal || failures > MAX_INTERNAL_FAILURES) return reply;
      } catch (error) {
        if (!(error instanceof ServerAwayError)) throw error;
      }
      await clock.sleep(pauseAfter(failures), request.signal);
      request.signal.throwIfAborted();
    }
  }

  #end({ job }: JobClaim, reply: ServerReply): boolean {
    this.#offers.delete(job.id);
    const isValid = wasDone(reply);
    if (!isValid) this.needs.logger.warn("The claim of a job was lost", { jobId: job.id });
    return isValid;
  }
}

const wasDone = (reply: ServerReply): boolean => !("failure" in reply);

const isLost = (reply: ServerReply): boolean =>
  "failure" in reply && reply.failure.code === "CLAIM_LOST";

const requestFor = (
  { job, token }: JobClaim,
  what: string,
  signal: AbortSignal,
): ServerRequest => ({
  method: "POST",
  path: `jobs/${encodeURIComponent(job.id)}/${what}`,
  token,
  signal,
  ...(job.traceParent !== undefined && { headers: { traceparent: job.traceParent } }),
});

/** The claim of a job that the server offered. Only its names are known here. */
function claimOf(offer: OfferedJob): JobClaim {
  const { id, track, traceParent, token, attempt, leaseSeconds } = offer;
  const job = {
    ...{ id, track: { ...track, artwork: { kind: "none" as const }, providers: [] } },
    ...(traceParent !== undefined && { traceParent }),
  };
  const lease = leaseSeconds === undefined ? {} : { leaseMilliseconds: leaseSeconds * 1_000 };
  return { job, token, attempt, ...lease };
}
