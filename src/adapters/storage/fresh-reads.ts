import type { Database } from "./database.js";

/**
 * Remembers what was read from the database, until anything in it changes.
 *
 * Every question asks the database first whether it has changed, which costs a hundredth of a read;
 * so no answer is older than its question, but for what another process has changed within the last ten
 * milliseconds. What is remembered is handed out many times: it must not be changed.
 */
export class FreshReads<Value> {
  readonly #database: Pick<Database, "changeMark">;
  readonly #max: number;
  #mark: string | undefined;
  #kept = new Map<string, Value>();

  /** @param needs.most values kept, the latest ones */
  constructor(needs: { readonly database: Pick<Database, "changeMark">; readonly max: number }) {
    this.#database = needs.database;
    this.#max = needs.max;
  }

  /**
   * One value per key, in the order of the keys.
   *
   * @param read reads what is not remembered: one value per key, in the order of the keys
   */
  async findMany(
    keys: readonly string[],
    read: (missing: readonly string[]) => Promise<readonly Value[]>,
  ): Promise<Value[]> {
    // What is read from here on belongs to this mark or a later one, and later ones start anew.
    const kept = this.#current();
    if (keys.every((key) => kept.has(key))) return keys.map((key) => kept.get(key) as Value);

    const missing = [...new Set(keys.filter((key) => !kept.has(key)))];
    const before = new Map(keys.map((key) => [key, kept.get(key)]));
    const values = await read(missing);
    missing.forEach((key, index) => {
      before.set(key, values[index]);
      kept.set(key, values[index] as Value);
    });
    this.#forgetOldest(kept);
    return keys.map((key) => before.get(key) as Value);
  }

  /** The same for one key. */
  async find(key: string, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#current();
    if (kept.has(key)) return kept.get(key) as Value;
    const value = await read();
    kept.set(key, value);
    this.#forgetOldest(kept);
    return value;
  }

  #current(): Map<string, Value> {
    const mark = this.#database.changeMark();
    if (mark !== this.#mark) {
      this.#mark = mark;
      this.#kept = new Map();
    }
    return this.#kept;
  }

  #forgetOldest(kept: Map<string, Value>): void {
    for (const key of kept.keys()) {
      if (kept.size <= this.#max) return;
      kept.delete(key);
    }
  }
}
