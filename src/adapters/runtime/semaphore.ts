import { onAbort } from "../../domain/abort-signals.js";

/** Hands out units of a limited number, such as bytes of a space, in the order of the calls; those that do not fit wait. */
export class Semaphore {
  #free: number;
  readonly #waiting: { readonly units: number; readonly grant: () => void }[] = [];

  constructor(private readonly limit: number) {
    this.#free = limit;
  }

  /** The number of units that are not taken, >= 0. */
  get free(): number {
    return this.#free;
  }

  /** Whether a call waits for units. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Returns whether the limit is at least this number of units. */
  canHold(units: number): boolean {
    return units <= this.limit;
  }

  /** Takes units where they are free and no other call waits, and returns whether it did. */
  tryTake(units: number): boolean {
    if (this.#waiting.length > 0 || units > this.#free) return false;
    this.#free -= units;
    return true;
  }

  /**
   * Waits until so many units are free, and takes them.
   *
   * @param units no more than the limit
   * @throws {unknown} `signal.reason`, when aborted
   */
  async take(units: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(signal.reason as Error);
        this.#grant();
      };
      const grant = (): void => {
        stopListening();
        resolve();
      };
      const entry = { units, grant };
      const stopListening = onAbort(signal, giveUp);
      this.#waiting.push(entry);
      this.#grant();
    });
  }

  /** Gives units back that were taken. */
  give(units: number): void {
    this.#free += units;
    this.#grant();
  }

  #grant(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || next.units > this.#free) return;
      this.#waiting.shift();
      this.#free -= next.units;
      next.grant();
    }
  }
}
