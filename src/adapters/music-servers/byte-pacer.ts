import type { Clock } from "../../ports/runtime/clock.js";

/** Lets everything that is received together keep a number of bytes in a second, by pauses after parts of it. */
export class BytePacer {
  /** When what was received so far should have arrived, milliseconds since 1970. */
  #dueAt = -Infinity;

  /** @param bytesPerSecond > 0 */
  constructor(
    private readonly bytesPerSecond: number,
    private readonly clock: Clock,
  ) {}

  /** Waits until so many further bytes should have arrived; ends at once when aborted. */
  async wait(bytes: number, signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    this.#dueAt = Math.max(now, this.#dueAt) + (bytes / this.bytesPerSecond) * 1_000;
    await this.clock.sleep(this.#dueAt - now, signal);
  }
}
