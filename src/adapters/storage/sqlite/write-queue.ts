import { StorageBusyError } from "../../../domain/errors/availability-errors.js";

/** Maximum number of waiting writers: more than requests and jobs create, but bounded for a locked file. */
const MAX_WAITING = 10_000;

interface Waiter {
  readonly start: () => void;
}

/** Queues the writers of this process: one runs at a time, in the order of arrival. */
export class WriteQueue {
  readonly #waiting = new Set<Waiter>();
  #isTaken = false;

  /**
   * Resolves when the caller may write; it must call `release` afterwards.
   *
   * @param deadline end of the wait, as a time of `performance.now()`; may be `Infinity`
   * @throws {StorageBusyError} the deadline passed, or too many writers wait
   */
  acquire(deadline: number): Promise<void> {
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

  /** Ends the caller's write, and starts the writer that has waited longest. */
  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isTaken = false;
      return;
    }
    this.#waiting.delete(next);
    next.start();
  }
}
