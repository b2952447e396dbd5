import { StorageBusyError } from "../../../domain/errors/availability-errors.js";

/** Writers that may wait: more than requests and jobs make, so that a locked file fills no memory. */
const MAX_WAITING = 10_000;

interface Waiter {
  readonly start: () => void;
}

/** Lets one writer of this process work at a time, in the order in which they came. */
export class WriteTurns {
  readonly #waiting = new Set<Waiter>();
  #isTaken = false;

  /**
   * Resolves when the turn is the caller's, who gives it back by `end`.
   *
   * @param deadline until when to wait, against `performance.now()`; may be `Infinity`
   * @throws {StorageBusyError} the deadline passed, or too many wait
   */
  take(deadline: number): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    if (this.#waiting.size >= MAX_WAITING) return Promise.reject(new StorageBusyError());
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(waiter);
        reject(new StorageBusyError());
      };
      const timer =
        deadline === Infinity
          ? undefined
          : setTimeout(giveUp, Math.max(0, deadline - performance.now()));
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.add(waiter);
    });
  }

  /** Hands the turn to the writer that has waited longest. */
  end(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isTaken = false;
      return;
    }
    this.#waiting.delete(next);
    next.start();
  }
}
