import type { Failure } from "../../domain/errors/failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** A failure that is remembered. Plain data. */
export interface RecentFailure {
  readonly failure: Failure;
  /** For how long it will still be remembered, seconds, >= 0; 0 of a past failure. */
  readonly secondsLeft: number;
}

/** Remembers the failures of tracks for a limited time, for all processes that use the store. */
export interface FailureStore {
  /**
   * Remembers a failure in place of an earlier one of the same track.
   *
   * @param milliseconds for how long, > 0
   */
  remember(trackKey: TrackKey, failure: Failure, milliseconds: number): Promise<void>;

  /**
   * Returns one failure per key, in the order of the keys, `undefined` where none is remembered.
   *
   * @param withPast whether failures are found, too, that are no longer remembered: the last of each
   * track is kept for a month
   */
  findMany(
    trackKeys: readonly TrackKey[],
    withPast?: boolean,
  ): Promise<readonly (RecentFailure | undefined)[]>;

  /** Removes the failures of some tracks; unknown keys are ignored. */
  forget(trackKeys: readonly TrackKey[]): Promise<void>;
}
