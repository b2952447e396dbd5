/**
 * Limits how many callers run at once; the others wait in the order of arrival. An aborted caller
 * leaves the queue.
 */
export class ConcurrencyLimit {
  #runningCount = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param capacity maximum number of callers that run at once, integer >= 1 */
  constructor(private readonly capacity: number) {}

  /** Number of waiting callers. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Whether the next caller must wait. */
  get isFull(): boolean {
    return this.#runningCount >= this.capacity;
  }

  /**
   * Resolves when the caller may run; it must call `release` afterwards.
   *
   * @throws {unknown} `signal.reason`, when aborted while waiting; `release` must not be called then
   */
  async acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.isFull) {
      this.#runningCount += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      const start = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      this.#waiting.push(start);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** Frees the caller's slot for the next one. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#runningCount -= 1;
  }
}
