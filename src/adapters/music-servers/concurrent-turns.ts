import { onAbort } from "../../domain/abort-signals.js";

/** Lets a number of callers work at once; the others wait in the order of their calls. */
export class ConcurrentTurns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count >= 1 */
  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Does work when it is the turn of the caller.
   *
   * @throws {unknown} what the work throws; `signal.reason`, when aborted before it begins
   */
  async take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        stopListening();
        resolve();
      };
      this.#waiting.push(begin);
      const stopListening = onAbort(signal, () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      });
    });
  }
}
