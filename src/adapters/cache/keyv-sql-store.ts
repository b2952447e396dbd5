import { EventEmitter } from "node:events";
import type { KeyvStoreAdapter } from "keyv";
import { expressionBuilder, type Expression, type Kysely, type SqlBool } from "kysely";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Database } from "../storage/database.js";
import { ReadCache } from "../storage/read-cache.js";
import { portionsOf } from "../storage/portions.js";
import type { Schema } from "../storage/tables.js";

/** One value to store; `ttl` in milliseconds, without it the value does not expire. */
interface KeyvSqlEntry {
  readonly key: string;
  readonly value: string;
  readonly ttl?: number | undefined;
}

const WRITES_BETWEEN_PURGES = 100;
const MAX_ROWS_PURGED = 500;
const ENTRIES_PER_STATEMENT = 500;
/** Entries held in memory. One result of a provider may take some ten kilobytes. */
const MAX_ENTRIES_REMEMBERED = 500;

type StoredEntry = { readonly value: string; readonly expiresAt: number | null } | undefined;

/**
 * A storage adapter for Keyv in the application's own database.
 *
 * Values are stored as the text that Keyv passes, under the namespace that Keyv sets: every Keyv
 * needs an instance of its own. The clock decides what has expired; expired rows are never
 * returned, and are removed a few hundred at a time when others are written.
 */
export class KeyvSqlStore extends EventEmitter implements KeyvStoreAdapter {
  readonly opts: Readonly<Record<string, unknown>> = { dialect: "sql" };
  namespace?: string | undefined;
  readonly #kysely: Kysely<Schema>;
  readonly #clock: Clock;
  readonly #reads: ReadCache<StoredEntry>;
  #writesSincePurge = 0;

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    super();
    this.#kysely = database.kysely;
    this.#clock = clock;
    this.#reads = new ReadCache({ database, max: MAX_ENTRIES_REMEMBERED });
  }

  async get<Value>(key: string): Promise<Value | undefined> {
    const [value] = await this.getMany<Value>([key]);
    return value;
  }

  /** Returns one entry per key, in the order of the keys, by one statement. */
  async getMany<Value>(keys: string[]): Promise<(Value | undefined)[]> {
    const entries = await this.#reads.findMany(keys, (missing) => this.#readMany(missing));
    const now = this.#clock.now();
    return entries.map((entry) => {
      const isFresh = entry !== undefined && (entry.expiresAt === null || entry.expiresAt > now);
      // Keyv deserialises this text itself, whatever type it declares for its caller.
      return isFresh ? (entry.value as Value) : undefined;
    });
  }

  async #readMany(keys: readonly string[]): Promise<readonly StoredEntry[]> {
    const rows = await this.#kysely
      .selectFrom("cacheEntries")
      .select(["key", "value", "expiresAt"])
      .where(this.#isAmong(keys))
      .execute();
    const found = new Map(rows.map(({ key, ...entry }) => [key, entry]));
    return keys.map((key) => found.get(key));
  }

  async set(key: string, value: string, ttl?: number): Promise<void> {
    await this.setMany([{ key, value, ttl }]);
  }

  /** Stores all entries or none. Where a key occurs twice, the last value is stored. */
  async setMany(entries: readonly KeyvSqlEntry[]): Promise<void> {
    const rows = new Map(entries.map((entry) => [entry.key, this.#toRow(entry)]));
    await this.#kysely.transaction().execute(async (transaction) => {
      for (const some of portionsOf([...rows.values()], ENTRIES_PER_STATEMENT)) {
        await transaction
          .insertInto("cacheEntries")
          .values(some)
          .onConflict((conflict) =>
            conflict.columns(["namespace", "key"]).doUpdateSet((build) => ({
              value: build.ref("excluded.value"),
              expiresAt: build.ref("excluded.expiresAt"),
            })),
          )
          .execute();
      }
    });
    this.#writesSincePurge += rows.size;
    if (this.#writesSincePurge >= WRITES_BETWEEN_PURGES) await this.purge();
  }

  async delete(key: string): Promise<boolean> {
    return this.deleteMany([key]);
  }

  /** Deletes the keys, and returns whether any of them was there. */
  async deleteMany(keys: string[]): Promise<boolean> {
    if (keys.length === 0) return false;
    const { numDeletedRows } = await this.#kysely
      .deleteFrom("cacheEntries")
      .where(this.#isAmong(keys))
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async has(key: string): Promise<boolean> {
    return (await this.get(key)) !== undefined;
  }

  /** Deletes everything in this namespace, and nothing else. */
  async clear(): Promise<void> {
    await this.#kysely
      .deleteFrom("cacheEntries")
      .where("namespace", "=", this.#ownNamespace)
      .execute();
  }

  /** Removes at most 500 expired rows of any namespace, so that no write waits for long. */
  async purge(): Promise<void> {
    this.#writesSincePurge = 0;
    await this.#kysely
      .deleteFrom("cacheEntries")
      .where((row) =>
        row(
          row.refTuple("namespace", "key"),
          "in",
          row
            .selectFrom("cacheEntries")
            .select(["namespace", "key"])
            .where("expiresAt", "<=", this.#clock.now())
            .limit(MAX_ROWS_PURGED)
            .$asTuple("namespace", "key"),
        ),
      )
      .execute();
  }

  get #ownNamespace(): string {
    return this.namespace ?? "";
  }

  #toRow({ key, value, ttl }: KeyvSqlEntry) {
    const expiresAt = ttl === undefined ? null : this.#clock.now() + ttl;
    return { namespace: this.#ownNamespace, key, value, expiresAt };
  }

  #isAmong(keys: readonly string[]): Expression<SqlBool> {
    return build.and([build("namespace", "=", this.#ownNamespace), build("key", "in", keys)]);
  }
}

const build = expressionBuilder<Schema, "cacheEntries">();
