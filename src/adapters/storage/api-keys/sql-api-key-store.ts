import type { Kysely } from "kysely";
import type { ApiKey } from "../../../domain/api-key.js";
import type { ApiKeyStore } from "../../../ports/access/api-key-store.js";
import { toApiKey } from "./api-key-row.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";

/** Stores API keys in the database. Each call reads it, so that a revoked key is refused at once. */
export class SqlApiKeyStore implements ApiKeyStore {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Database }) {
    this.#kysely = database.kysely;
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

  async find(lookup: string): Promise<ApiKey | undefined> {
    const row = await this.#kysely
      .selectFrom("apiKeys")
      .selectAll()
      .where("lookup", "=", lookup)
      .executeTakeFirst();
    return row && toApiKey(row);
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
