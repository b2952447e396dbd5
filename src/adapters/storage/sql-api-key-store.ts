import type { Kysely } from "kysely";
import { type ApiKey, type Scope, scopes } from "../../domain/api-key.js";
import type { ApiKeyStore } from "../../ports/api-key-store.js";
import type { Database } from "./database.js";
import type { Schema } from "./schema.js";

/** One row per API key; times in milliseconds since 1970. */
export interface ApiKeysTable {
  readonly lookup: string;
  readonly secretHash: string;
  readonly name: string;
  /** Separated by commas. */
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** API keys in the database. */
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

function toApiKey(row: ApiKeysTable): ApiKey {
  const names: readonly string[] = row.scopes.split(",");
  return { ...row, scopes: scopes.filter((scope: Scope) => names.includes(scope)) };
}
