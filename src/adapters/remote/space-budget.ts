import { onAbort } from "../../domain/abort-signals.js";

/** Hands out bytes of a limited space in the order of the calls; those that do not fit wait. */
export class SpaceBudget {
  #freeBytes: number;
  readonly #waiting: { readonly bytes: number; readonly grant: () => void }[] = [];

  constructor(private readonly limitBytes: number) {
    this.#freeBytes = limitBytes;
  }

  /** How many bytes nobody has taken, >= 0. */
  get freeBytes(): number {
    return this.#freeBytes;
  }

  /** Whether a call waits for bytes. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether so many bytes fit where nothing else is stored. */
  canHold(bytes: number): boolean {
    return bytes <= this.limitBytes;
  }

  /** Takes bytes where they are free and no other call waits, and returns whether it did. */
  tryTake(bytes: number): boolean {
    if (this.#waiting.length > 0 || bytes > this.#freeBytes) return false;
    this.#freeBytes -= bytes;
    return true;
  }

  /**
   * Waits until so many bytes are free, and takes them.
   *
   * @param bytes no more than the limit
   * @throws {unknown} `signal.reason`, when aborted
   */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
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
      const entry = { bytes, grant };
      const stopListening = onAbort(signal, giveUp);
      this.#waiting.push(entry);
      this.#grant();
    });
  }

  /** Gives bytes back that were taken. */
  give(bytes: number): void {
    this.#freeBytes += bytes;
    this.#grant();
  }

  #grant(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || next.bytes > this.#freeBytes) return;
      this.#waiting.shift();
      this.#freeBytes -= next.bytes;
      next.grant();
    }
  }
}
