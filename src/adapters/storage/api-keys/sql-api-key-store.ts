import type { Kysely } from "kysely";
import type { ApiKey } from "../../../domain/api-key.js";
import type { ApiKeyStore } from "../../../ports/access/api-key-store.js";
import { toApiKey } from "./api-key-row.js";
import type { Database } from "../database.js";
import { ReadCache } from "../read-cache.js";
import type { Schema } from "../tables.js";

/** Number of keys held in memory: each request reads its key, and most requests use few keys. */
const MAX_KEYS_REMEMBERED = 1000;

/** Stores API keys in the database. */
export class SqlApiKeyStore implements ApiKeyStore {
  readonly #kysely: Kysely<Schema>;
  readonly #reads: ReadCache<ApiKey | undefined>;

  constructor({ database }: { readonly database: Database }) {
    this.#kysely = database.kysely;
    this.#reads = new ReadCache({ database, max: MAX_KEYS_REMEMBERED });
  }

  async add(key: ApiKey): Promise<void> {
    const { numInsertedOrUpdatedRows } = await this.#kysely
      .insertInto("apiKeys")
      .values({ ...key, scopes: key.scopes.join(",") })
      .onConflict((conflict) => conflict.column("lookup").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) {
      throw new Error(`An API key with the lookup part "${key.lookup}" exists.`);
    }
  }

  find(lookup: string): Promise<ApiKey | undefined> {
    return this.#reads.find(lookup, async () => {
      const row = await this.#kysely
        .selectFrom("apiKeys")
        .selectAll()
        .where("lookup", "=", lookup)
        .executeTakeFirst();
      return row && toApiKey(row);
    });
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
    const { numUpdatedRows } = await this.#kysely
      .updateTable("apiKeys")
      .set((build) => ({
        revokedAt: build.fn.coalesce(build.ref("revokedAt"), build.val(revokedAt)),
      }))
      .where("lookup", "=", lookup)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }
}
