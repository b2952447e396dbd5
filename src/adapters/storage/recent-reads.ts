import type { Clock } from "../../ports/runtime/clock.js";

/**
 * How long a value is kept, milliseconds: a change by another process is noticed within this time.
 */
const LIFETIME_MILLISECONDS = 1000;

interface KeptValue<Value> {
  readonly value: Value;
  /** When its read began; milliseconds since 1970. */
  readonly readAt: number;
}

/**
 * Keeps values that were read by key for one second, or until this process changes them. Absent
 * values are not kept. A kept value is returned many times: callers must not change it.
 */
export class RecentReads<Value> {
  readonly #max: number;
  readonly #clock: Pick<Clock, "now">;
  readonly #isKept: (value: Value) => boolean;
  /** Oldest first. */
  #kept = new Map<string, KeptValue<Value>>();

  /**
   * @param options.max maximum number of kept values; the oldest are dropped first
   * @param options.clock by default that of the system
   * @param options.isKept whether a value is kept; by default each is
   */
  constructor(options: {
    readonly max: number;
    readonly clock?: Pick<Clock, "now"> | undefined;
    readonly isKept?: (value: Value) => boolean;
  }) {
    this.#max = options.max;
    this.#clock = options.clock ?? Date;
    this.#isKept = options.isKept ?? (() => true);
  }

  /**
   * Returns one value per key, in the order of the keys, `undefined` where there is none.
   *
   * @param read reads the values that are not kept: one per key, in the order of the keys
   */
  async findMany(
    keys: readonly string[],
    read: (missing: readonly string[]) => Promise<readonly (Value | undefined)[]>,
  ): Promise<(Value | undefined)[]> {
    // A change during the read replaces the map, so that nothing older than the change is kept.
    const kept = this.#kept;
    const readAt = this.#clock.now();
    const found = new Map<string, Value>();
    for (const key of keys) {
      const entry = kept.get(key);
      if (entry === undefined) continue;
      const age = readAt - entry.readAt;
      // Below 0 where the clock was set back.
      if (age >= 0 && age < LIFETIME_MILLISECONDS) found.set(key, entry.value);
    }
    const missing = [...new Set(keys)].filter((key) => !found.has(key));
    const values = missing.length > 0 ? await read(missing) : [];
    missing.forEach((key, index) => {
      const value = values[index];
      kept.delete(key);
      if (value === undefined) return;
      found.set(key, value);
      if (this.#isKept(value)) kept.set(key, { value, readAt });
    });
    for (const key of kept.keys()) {
      if (kept.size <= this.#max) break;
      kept.delete(key);
    }
    return keys.map((key) => found.get(key));
  }

  /** Runs a change by this process, and drops all kept values after it, also where it fails. */
  async change<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      this.#kept = new Map();
    }
  }
}
