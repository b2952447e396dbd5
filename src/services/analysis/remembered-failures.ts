import { StorageError } from "../../domain/errors/availability-errors.js";
import { DomainError } from "../../domain/errors/domain-error.js";
import { errorFrom, failureFrom } from "../../domain/errors/failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { FailedJob, FailureStore } from "../../ports/analysis/failure-store.js";
import type { FailureLog } from "../failure-log.js";

/**
 * Delays of a job before each further attempt. The first two cover a short interruption of a disk
 * or a network share, the others a mount or a restart of its server: three minutes in total.
 */
const RETRY_DELAYS_MILLISECONDS: readonly number[] = [2000, 5000, 15000, 40000, 120000];

/** Failures of the audio's disk, of a file that was changed while it was read, and of a database that is locked or restarts. */
const TEMPORARY: ReadonlySet<string> = new Set([
  "AUDIO_UNAVAILABLE",
  "AUDIO_CHANGED",
  "STORAGE_BUSY",
  "STORAGE_UNAVAILABLE",
]);

/**
 * Long enough to limit repeated attempts by a client, short enough that a repaired source is soon
 * used again.
 */
const MEMORY_MILLISECONDS = 60_000;

/** The failed analysis of a track. */
export interface RememberedFailure {
  readonly error: Error;
  /** For how long it will still be remembered, seconds, >= 0; 0 of a past failure. */
  readonly secondsLeft: number;
}

/** Failed analyses, remembered for a short time, so that they are not repeated at every request. */
export class RememberedFailures {
  constructor(
    private readonly needs: { readonly store: FailureStore; readonly failures: FailureLog },
  ) {}

  /**
   * Remembers the failure for a minute; a failure of the server's storage only for the retry time
   * that it names, because it says nothing about the track. Where that cannot be stored, it is
   * written to the log, and the track is analysed again at the next request.
   */
  async remember(job: FailedJob, error: Error): Promise<void> {
    await this.needs.store
      .remember(job, failureFrom(error), memoryOf(error))
      .catch((failure: unknown) => this.needs.failures.record(failure));
  }

  /**
   * Returns one failure per key, in the order of the keys, `undefined` where none is remembered.
   *
   * @param withPast whether the last failure of a track is found, too, after it is no longer remembered
   */
  async findMany(
    trackKeys: readonly TrackKey[],
    withPast = false,
  ): Promise<readonly (RememberedFailure | undefined)[]> {
    if (trackKeys.length === 0) return [];
    const found = await this.needs.store.findMany(trackKeys, withPast);
    return found.map(
      (recent) => recent && { error: errorFrom(recent.failure), secondsLeft: recent.secondsLeft },
    );
  }

  /** Returns the failure of one track, `undefined` where none is remembered. */
  async find(trackKey: TrackKey): Promise<Error | undefined> {
    const [found] = await this.findMany([trackKey]);
    return found?.error;
  }

  /** Removes the failures of jobs whose audio has changed, because the reason may be gone. */
  async forget(jobNames: Iterable<string>): Promise<void> {
    await this.needs.store.forget([...jobNames]);
  }
}

function memoryOf(error: Error): number {
  if (!(error instanceof StorageError)) return MEMORY_MILLISECONDS;
  return Number(error.facts["retryAfterSeconds"]) * 1_000;
}

/**
 * Returns the milliseconds until an analysis is repeated automatically, or `undefined` where its
 * failure is final: the reason is not temporary, or this was the last attempt.
 *
 * @param attempt number of the failed attempt, counted from 1
 */
export function retryDelayAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof DomainError) || !TEMPORARY.has(error.code)) return undefined;
  return RETRY_DELAYS_MILLISECONDS[attempt - 1];
}
