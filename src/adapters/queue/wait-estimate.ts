import type { JobState } from "../../ports/analysis/job-queue.js";

/** Assumed duration of a job until some have been measured, seconds. */
const ASSUMED_SECONDS = 2;

/** The bounds of the time after which a client repeats its request, seconds. */
const MIN_RETRY_SECONDS = 2;

const MAX_RETRY_SECONDS = 60;

/** Estimates when jobs start, by how long the latest took. */
export class WaitEstimate {
  /** Mean duration of a job, seconds: a moving average over about ten jobs. */
  #typicalSeconds = ASSUMED_SECONDS;

  readonly #concurrency: number;

  /** @param concurrency how many jobs run at once; where it is 0, one is assumed, of some worker */
  constructor(concurrency: number) {
    this.#concurrency = Math.max(1, concurrency);
  }

  /** Includes the duration of a job, milliseconds. */
  include(milliseconds: number): void {
    this.#typicalSeconds += (milliseconds / 1000 - this.#typicalSeconds) / 10;
  }

  /** Returns the state of a job with so many jobs before it; a negative number is a running job. */
  stateAt(position: number): JobState {
    if (position < 0) {
      return { state: "processing", position: null, retryAfterSeconds: MIN_RETRY_SECONDS };
    }
    return { state: "queued", position, retryAfterSeconds: this.secondsUntilStart(position) };
  }

  /** Estimates when a job with so many jobs before it starts, within the bounds; seconds, an integer. */
  secondsUntilStart(position: number): number {
    const seconds = ((position + 1) * this.#typicalSeconds) / this.#concurrency;
    return Math.max(MIN_RETRY_SECONDS, Math.min(MAX_RETRY_SECONDS, Math.ceil(seconds)));
  }
}
