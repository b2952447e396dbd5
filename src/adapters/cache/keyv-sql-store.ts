import { compareTexts } from "../../domain/compare-texts.js";
import { EventEmitter } from "node:events";
import type { KeyvStoreAdapter } from "keyv";
import type { Kysely } from "kysely";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Database } from "../storage/database.js";
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
  #writesSincePurge = 0;

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    super();
    this.#kysely = database.kysely;
    this.#clock = clock;
  }

  async get<Value>(key: string): Promise<Value | undefined> {
    const [value] = await this.getMany<Value>([key]);
    return value;
  }

  /** Returns one entry per key, in the order of the keys, by one statement. */
  async getMany<Value>(keys: string[]): Promise<(Value | undefined)[]> {
    const rows = await this.#kysely
      .selectFrom("cacheEntries")
      .select(["key", "value"])
      .where("namespace", "=", this.#ownNamespace)
      .where("key", "in", keys)
      .where((row) =>
        row.or([row("expiresAt", "is", null), row("expiresAt", ">", this.#clock.now())]),
      )
      .execute();
    // Keyv deserialises this text itself, whatever type it declares for its caller.
    const values = new Map(rows.map(({ key, value }) => [key, value as Value]));
    return keys.map((key) => values.get(key));
  }

  async set(key: string, value: string, ttl?: number): Promise<void> {
    await this.setMany([{ key, value, ttl }]);
  }

  /** Stores all entries or none. Where a key occurs twice, the last value is stored. */
  async setMany(entries: readonly KeyvSqlEntry[]): Promise<void> {
    const rows = new Map(entries.map((entry) => [entry.key, this.#toRow(entry)]));
    // In a fixed order, so that no two transactions wait for each other.
    const inOrder = [...rows.values()].sort((one, other) => compareTexts(one.key, other.key));
    await this.#kysely.transaction().execute(async (transaction) => {
      for (const some of portionsOf(inOrder, ENTRIES_PER_STATEMENT)) {
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

  /** Deletes an entry, and returns whether there was one. */
  async delete(key: string): Promise<boolean> {
    const { numDeletedRows } = await this.#kysely
      .deleteFrom("cacheEntries")
      .where("namespace", "=", this.#ownNamespace)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
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
            // What another transaction replaces at the moment is no longer expired.
            .forUpdate()
            .skipLocked()
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
}
