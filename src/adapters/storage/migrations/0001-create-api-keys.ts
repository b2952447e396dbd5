import type { Kysely, Migration } from "kysely";

/** Creates the table of API keys: the public lookup part, and the hash of the secret. */
export const createApiKeys: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("api_keys")
      .addColumn("lookup", "text", (column) => column.primaryKey())
      .addColumn("secret_hash", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("scopes", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint")
      .addColumn("revoked_at", "bigint")
      .execute();
  },
};
