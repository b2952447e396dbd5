import { TooManyOpenError } from "../../domain/errors/access-errors.js";

/**
 * Counts the open connections or subscriptions of each API key. Clients without a key share one
 * count.
 */
export class OpenCount {
  readonly #what: string;
  readonly #limit: number;
  readonly #countByKey = new Map<string, number>();

  /**
   * @param what the plural noun for error messages, e.g. "subscriptions"
   * @param limit maximum number open at once for each key, >= 1
   */
  constructor(what: string, limit: number) {
    this.#what = what;
    this.#limit = limit;
  }

  /** Number open over all keys. */
  get size(): number {
    return [...this.#countByKey.values()].reduce((sum, count) => sum + count, 0);
  }

  /**
   * Counts one more, until the returned function is called. Calling that twice has no further
   * effect.
   *
   * @throws {TooManyOpenError} the key has reached the limit
   */
  open(key: string): () => void {
    const count = this.#countByKey.get(key) ?? 0;
    if (count >= this.#limit) throw new TooManyOpenError(this.#what, this.#limit);
    this.#countByKey.set(key, count + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#close(key);
      isOpen = false;
    };
  }

  #close(key: string): void {
    const count = this.#countByKey.get(key) ?? 0;
    if (count > 1) this.#countByKey.set(key, count - 1);
    else this.#countByKey.delete(key);
  }
}
