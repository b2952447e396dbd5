import type { Clock } from "../../ports/runtime/clock.js";

/**
 * The interval between two checks, within which a key that another process revoked is noticed too.
 */
const INTERVAL_MILLISECONDS = 2_000;

/** Notifies the holders of open connections when their API key was revoked or has expired. */
export class KeyWatch {
  readonly #listeners = new Map<string, Set<() => void>>();
  #stop: AbortController | undefined;

  constructor(
    private readonly needs: {
      /** Returns whether a key exists, and is neither revoked nor expired. */
      readonly isValid: (lookup: string) => Promise<boolean>;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Watches a key until the returned function is called.
   *
   * @param lookup the public part of the key
   * @param onEnd called at most once per check while the key is watched
   */
  watch(lookup: string, onEnd: () => void): () => void {
    // A new function, so that the same `onEnd` may be registered twice.
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
      await this.needs.clock.sleep(INTERVAL_MILLISECONDS, signal);
      if (signal.aborted) return;
      for (const lookup of [...this.#listeners.keys()]) await this.#check(lookup);
    }
  }

  /**
   * Notifies the listeners of an invalid key. A key that cannot be read counts as valid until the
   * next check.
   */
  async #check(lookup: string): Promise<void> {
    const isGood = await this.needs.isValid(lookup).catch(() => true);
    if (isGood) return;
    for (const listener of [...(this.#listeners.get(lookup) ?? [])]) listener();
  }
}
