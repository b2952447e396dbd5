import { StorageError } from "../../domain/errors/availability-errors.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Clock } from "../../ports/runtime/clock.js";

/**
 * Long enough to limit repeated attempts by a client, short enough that a repaired source is soon
 * used again.
 */
const MEMORY_MILLISECONDS = 60_000;
const MAX_FAILURES = 10_000;

interface Failure {
  readonly error: Error;
  /** When it expires, milliseconds since 1970. */
  readonly until: number;
}

/** Failed analyses, remembered for a short time, so that they are not repeated at every request. */
export class RememberedFailures {
  readonly #failures = new Map<TrackKey, Failure>();

  constructor(private readonly needs: { readonly clock: Clock }) {}

  /**
   * Remembers the failure for a minute; a failure of the server's storage only for the retry time
   * that it names, because it says nothing about the track. Beyond 10 000 failures the oldest is
   * removed.
   */
  remember(trackKey: TrackKey, error: Error): void {
    this.#failures.delete(trackKey);
    this.#failures.set(trackKey, { error, until: this.needs.clock.now() + memoryOf(error) });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_FAILURES && oldest !== undefined) this.#failures.delete(oldest);
  }

  find(trackKey: TrackKey): Error | undefined {
    return this.#find(trackKey)?.error;
  }

  /** Returns how long the failure of a track will still be remembered, seconds, >= 0. */
  secondsLeft(trackKey: TrackKey): number {
    const failure = this.#find(trackKey);
    return failure === undefined ? 0 : (failure.until - this.needs.clock.now()) / 1_000;
  }

  /** Removes the failures of tracks whose audio has changed, because the reason may be gone. */
  forget(trackKeys: Iterable<TrackKey>): void {
    for (const trackKey of trackKeys) this.#failures.delete(trackKey);
  }

  #find(trackKey: TrackKey): Failure | undefined {
    const failure = this.#failures.get(trackKey);
    if (failure === undefined || failure.until > this.needs.clock.now()) return failure;
    this.#failures.delete(trackKey);
    return undefined;
  }
}

function memoryOf(error: Error): number {
  if (!(error instanceof StorageError)) return MEMORY_MILLISECONDS;
  return Number(error.facts["retryAfterSeconds"]) * 1_000;
}
