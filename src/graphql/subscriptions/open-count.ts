import { TooManyOpenError } from "../../domain/errors/access-errors.js";

/** Counts what each API key holds open. What has no key shares one count. */
export class OpenCount {
  readonly #what: string;
  readonly #limit: number;
  readonly #countByKey = new Map<string, number>();

  /**
   * @param what in the plural, for the client, e.g. "subscriptions"
   * @param limit how many each may hold open at once, >= 1
   */
  constructor(what: string, limit: number) {
    this.#what = what;
    this.#limit = limit;
  }

  /** How many are open in all. */
  get size(): number {
    return [...this.#countByKey.values()].reduce((sum, count) => sum + count, 0);
  }

  /**
   * Counts one more, until the function that it answers is called. To call that twice changes
   * nothing.
   *
   * @throws {TooManyOpenError} the key holds as many as it may
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
