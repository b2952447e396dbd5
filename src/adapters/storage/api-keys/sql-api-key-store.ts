import { type Kysely, sql } from "kysely";
import { scopes, type ApiKey, type Scope } from "../../../domain/api-key.js";
import type { ApiKeyStore } from "../../../ports/access/api-key-store.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { Database } from "../database.js";
import type { DatabaseSystem } from "../opened-dialect.js";
import { RecentReads } from "../recent-reads.js";
import type { ApiKeysTable, Schema } from "../tables.js";

/** Number of keys held in memory: each request reads its key, and most requests use few keys. */
const MAX_KEYS_REMEMBERED = 1000;

/** Lets transactions that add a first key wait for each other; keys can be read meanwhile. */
const LOCK_KEYS = sql`lock table api_keys in share row exclusive mode`;

/** Stores API keys in the database. A key that another process revokes is found unrevoked for up to a second. */
export class SqlApiKeyStore implements ApiKeyStore {
  readonly #kysely: Kysely<Schema>;
  readonly #system: DatabaseSystem;
  readonly #reads: RecentReads<ApiKey>;

  /** @param needs.clock by default that of the system */
  constructor(needs: { readonly database: Database; readonly clock?: Pick<Clock, "now"> }) {
    this.#kysely = needs.database.kysely;
    this.#system = needs.database.system;
    this.#reads = new RecentReads({ ...needs, max: MAX_KEYS_REMEMBERED });
  }

  add(key: ApiKey): Promise<void> {
    return insertKey(this.#kysely, key);
  }

  async addFirst(key: ApiKey): Promise<boolean> {
    return this.#kysely.transaction().execute(async (transaction) => {
      // SQLite runs one transaction at a time.
      if (this.#system === "postgres") await LOCK_KEYS.execute(transaction);
      const some = await transaction
        .selectFrom("apiKeys")
        .select("lookup")
        .limit(1)
        .executeTakeFirst();
      if (some === undefined) await insertKey(transaction, key);
      return some === undefined;
    });
  }

  async find(lookup: string): Promise<ApiKey | undefined> {
    const [key] = await this.#reads.findMany([lookup], async () => {
      const rows = await this.#kysely
        .selectFrom("apiKeys")
        .selectAll()
        .where("lookup", "=", lookup)
        .execute();
      return rows.map(toApiKey);
    });
    return key;
  }

  async list(): Promise<readonly ApiKey[]> {
    const rows = await this.#kysely
      .selectFrom("apiKeys")
      .selectAll()
      .orderBy("createdAt")
      .orderBy("lookup")
      .execute();
    return rows.map(toApiKey);
  }

  async revoke(lookup: string, revokedAt: number): Promise<boolean> {
    const revoking = this.#kysely
      .updateTable("apiKeys")
      .set((build) => ({
        revokedAt: build.fn.coalesce(build.ref("revokedAt"), build.val(revokedAt)),
      }))
      .where("lookup", "=", lookup);
    const { numUpdatedRows } = await this.#reads.change(() => revoking.executeTakeFirstOrThrow());
    return numUpdatedRows === 1n;
  }
}

async function insertKey(kysely: Kysely<Schema>, key: ApiKey): Promise<void> {
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto("apiKeys")
    .values({ ...key, scopes: key.scopes.join(",") })
    .onConflict((conflict) => conflict.column("lookup").doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) {
    throw new Error(`An API key with the lookup part "${key.lookup}" exists.`);
  }
}

function toApiKey(row: ApiKeysTable): ApiKey {
  const names: readonly string[] = row.scopes.split(",");
  return { ...row, scopes: scopes.filter((scope: Scope) => names.includes(scope)) };
}
