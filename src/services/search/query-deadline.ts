import { TimedOutError } from "../../domain/errors/availability-errors.js";
import type { Clock } from "../../ports/runtime/clock.js";

/** The deadline of the queries of one search or lookup. It must be ended. */
export class QueryDeadline {
  /** Aborts when the caller does, or at the deadline with `overdue`. */
  readonly signal: AbortSignal;
  /** The reason at the deadline. */
  readonly overdue: TimedOutError;
  readonly #ended = new AbortController();

  /** @param milliseconds > 0 */
  constructor(caller: AbortSignal, clock: Clock, milliseconds: number) {
    this.overdue = new TimedOutError("The search", milliseconds / 1000);
    const passed = new AbortController();
    void clock.sleep(milliseconds, this.#ended.signal).then(() => {
      if (!this.#ended.signal.aborted) passed.abort(this.overdue);
    });
    this.signal = AbortSignal.any([caller, passed.signal]);
  }

  /** Whether it has passed, or the caller has aborted. */
  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Ends it: it passes no more. */
  end(): void {
    this.#ended.abort();
  }
}
