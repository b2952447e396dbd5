/**
 * Lets a few through at a time and the others wait, first come, first served. One that is aborted
 * leaves the line.
 */
export class WaitingLine {
  #insideCount = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param capacity how many may be inside at once, integer >= 1 */
  constructor(private readonly capacity: number) {}

  /** How many wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Whether the next to come must wait. */
  get isFull(): boolean {
    return this.#insideCount >= this.capacity;
  }

  /**
   * Resolves when it is one's turn; `leave` must follow.
   *
   * @throws {unknown} `signal.reason`, when aborted before; `leave` must not follow then
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

  /** Makes room for the next. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#insideCount -= 1;
  }
}
