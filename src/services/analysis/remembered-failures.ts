import { StorageError } from "../../domain/errors/availability-errors.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Clock } from "../../ports/runtime/clock.js";

/** Long enough to shield sources and workers from a client that insists, short enough to forgive. */
const MEMORY_MILLISECONDS = 60_000;
const MAX_FAILURES = 10_000;

interface Failure {
  readonly error: Error;
  /** When it is forgotten, milliseconds since 1970. */
  readonly until: number;
}

/** Failed analyses, remembered for a short while, so that they are not tried at every request. */
export class RememberedFailures {
  readonly #clock: Clock;
  readonly #failures = new Map<TrackKey, Failure>();

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  /**
   * Remembers the failure for a minute; one of our own storage only for as long as it asks clients to
   * wait, because it says nothing of the track. Beyond 10 000 of them the oldest is forgotten.
   */
  remember(trackKey: TrackKey, error: Error): void {
    this.#failures.delete(trackKey);
    this.#failures.set(trackKey, { error, until: this.#clock.now() + memoryOf(error) });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_FAILURES && oldest !== undefined) this.#failures.delete(oldest);
  }

  find(trackKey: TrackKey): Error | undefined {
    return this.#find(trackKey)?.error;
  }

  /** For how long the failure of a track will be remembered yet, seconds, >= 0. */
  secondsLeft(trackKey: TrackKey): number {
    const failure = this.#find(trackKey);
    return failure === undefined ? 0 : (failure.until - this.#clock.now()) / 1_000;
  }

  /** Because the reason may be gone: the track's audio has changed. */
  forget(trackKeys: Iterable<TrackKey>): void {
    for (const trackKey of trackKeys) this.#failures.delete(trackKey);
  }

  #find(trackKey: TrackKey): Failure | undefined {
    const failure = this.#failures.get(trackKey);
    if (failure === undefined || failure.until > this.#clock.now()) return failure;
    this.#failures.delete(trackKey);
    return undefined;
  }
}

function memoryOf(error: Error): number {
  if (!(error instanceof StorageError)) return MEMORY_MILLISECONDS;
  return Number(error.facts["retryAfterSeconds"]) * 1_000;
}
