import type { Database } from "./database.js";

/**
 * Caches what was read from the database, until anything in it changes.
 *
 * Every call first checks whether the database has changed, which costs a hundredth of a read. So no
 * result is out of date, except for changes by another process within the last 10 ms. A cached value
 * is returned many times: callers must not change it.
 */
export class ReadCache<Value> {
  readonly #database: Pick<Database, "changeMark">;
  readonly #max: number;
  #mark: string | undefined;
  #cached = new Map<string, Value>();

  /** @param needs.max maximum number of cached values; the oldest are dropped first */
  constructor(needs: { readonly database: Pick<Database, "changeMark">; readonly max: number }) {
    this.#database = needs.database;
    this.#max = needs.max;
  }

  /**
   * Returns one value per key, in the order of the keys.
   *
   * @param read reads the values that are not cached: one per key, in the order of the keys
   */
  async findMany(
    keys: readonly string[],
    read: (missing: readonly string[]) => Promise<readonly Value[]>,
  ): Promise<Value[]> {
    // Values read from here on belong to this mark or a later one; a later mark empties the cache.
    const cached = this.#current();
    if (keys.every((key) => cached.has(key))) return keys.map((key) => cached.get(key) as Value);

    const missing = [...new Set(keys.filter((key) => !cached.has(key)))];
    const before = new Map(keys.map((key) => [key, cached.get(key)]));
    const values = await read(missing);
    missing.forEach((key, index) => {
      before.set(key, values[index]);
      cached.set(key, values[index] as Value);
    });
    this.#dropOldest(cached);
    return keys.map((key) => before.get(key) as Value);
  }

  /** Returns the value of one key. */
  async find(key: string, read: () => Promise<Value>): Promise<Value> {
    const cached = this.#current();
    if (cached.has(key)) return cached.get(key) as Value;
    const value = await read();
    cached.set(key, value);
    this.#dropOldest(cached);
    return value;
  }

  #current(): Map<string, Value> {
    const changeMark = this.#database.changeMark();
    if (changeMark !== this.#mark) {
      this.#mark = changeMark;
      this.#cached = new Map();
    }
    return this.#cached;
  }

  #dropOldest(cached: Map<string, Value>): void {
    for (const key of cached.keys()) {
      if (cached.size <= this.#max) return;
      cached.delete(key);
    }
  }
}
