import type { Clock } from "../../ports/runtime/clock.js";

/** How soon an end is noticed, however the key was ended: also by another process. */
const INTERVAL_MILLISECONDS = 2_000;

/** Tells those who hold something open with an API key that the key was revoked or has expired. */
export class KeyWatch {
  readonly #isValid: (lookup: string) => Promise<boolean>;
  readonly #clock: Clock;
  readonly #listeners = new Map<string, Set<() => void>>();
  #stop: AbortController | undefined;

  constructor(needs: {
    /** Whether a key is known, and neither revoked nor expired. */
    readonly isValid: (lookup: string) => Promise<boolean>;
    readonly clock: Clock;
  }) {
    this.#isValid = needs.isValid;
    this.#clock = needs.clock;
  }

  /**
   * Watches a key until the function that it answers is called.
   *
   * @param lookup the public part of the key
   * @param onEnd called at most once for each look at the key, as long as it is watched
   */
  watch(lookup: string, onEnd: () => void): () => void {
    // A listener of its own, so that the same function may be given twice.
    const listener = (): void => onEnd();
    const listeners = this.#listeners.get(lookup) ?? new Set();
    this.#listeners.set(lookup, listeners.add(listener));
    if (!this.#stop) void this.#run((this.#stop = new AbortController()));
    return () => this.#leave(lookup, listener);
  }

  #leave(lookup: string, listener: () => void): void {
    const listeners = this.#listeners.get(lookup);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(lookup);
    if (this.#listeners.size > 0) return;
    this.#stop?.abort();
    this.#stop = undefined;
  }

  async #run({ signal }: AbortController): Promise<void> {
    for (;;) {
      await this.#clock.sleep(INTERVAL_MILLISECONDS, signal);
      if (signal.aborted) return;
      for (const lookup of [...this.#listeners.keys()]) await this.#check(lookup);
    }
  }

  /** A key that cannot be looked at now counts as good until it is looked at again. */
  async #check(lookup: string): Promise<void> {
    const isGood = await this.#isValid(lookup).catch(() => true);
    if (isGood) return;
    for (const listener of [...(this.#listeners.get(lookup) ?? [])]) listener();
  }
}
