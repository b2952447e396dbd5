import type { Failure } from "../../domain/errors/failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { JobFile } from "./job-queue.js";

/** A failure that is remembered. Plain data. */
export interface RecentFailure {
  readonly failure: Failure;
  /** For how long it will still be remembered, seconds, >= 0; 0 of a past failure. */
  readonly secondsLeft: number;
}

/** A job that has failed. */
export interface FailedJob {
  /** As `JobQueue` names it: a track key, or one of a file of the library. */
  readonly name: string;
  /** The key of its track, by which the failure is found. */
  readonly trackKey: TrackKey;
  /** The file of the library that it was of. */
  readonly file?: JobFile;
}

/** Remembers the failures of jobs for a limited time, for all processes that use the store. */
export interface FailureStore {
  /**
   * Remembers a failure in place of an earlier one of the same job. One of a file says nothing of other bytes: it is
   * not remembered where the file is not stored in the state that the job has, and storing the file forgets it.
   *
   * @param milliseconds for how long, > 0
   */
  remember(job: FailedJob, failure: Failure, milliseconds: number): Promise<void>;

  /**
   * Returns one failure per track key, in the order of the keys, `undefined` where none is remembered: of
   * several jobs of a track, the one that is remembered for longest.
   *
   * @param withPast whether failures are found, too, that are no longer remembered: the last of each
   * track is kept for a month
   */
  findMany(
    trackKeys: readonly TrackKey[],
    withPast?: boolean,
  ): Promise<readonly (RecentFailure | undefined)[]>;

  /** Removes the failures of some jobs; unknown names are ignored. */
  forget(names: readonly string[]): Promise<void>;
}
