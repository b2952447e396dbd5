/**
 * Limits how many callers run at once; the others wait in the order of arrival. An aborted caller
 * leaves the queue.
 */
export class WaitingLine {
  #insideCount = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param capacity maximum number of callers that run at once, integer >= 1 */
  constructor(private readonly capacity: number) {}

  /** Number of waiting callers. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Whether the next caller must wait. */
  get isFull(): boolean {
    return this.#insideCount >= this.capacity;
  }

  /**
   * Resolves when the caller may run; it must call `leave` afterwards.
   *
   * @throws {unknown} `signal.reason`, when aborted while waiting; `leave` must not be called then
   */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.isFull) {
      this.#insideCount += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      const enter = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve();
      };
      this.#waiting.push(enter);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  /** Frees the caller's slot for the next one. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#insideCount -= 1;
  }
}
