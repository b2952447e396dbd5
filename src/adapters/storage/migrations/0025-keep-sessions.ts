import type { Kysely, Migration } from "kysely";

/** Creates the tables of sessions of browsers, and of the links that open them. */
export const keepSessions: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("sessions")
      .addColumn("lookup", "text", (column) => column.primaryKey().notNull())
      .addColumn("secret_hash", "text", (column) => column.notNull())
      .addColumn("key_lookup", "text", (column) => column.notNull())
      .addColumn("scopes", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addColumn("revoked_at", "bigint")
      .execute();
    await kysely.schema
      .createTable("sign_in_links")
      .addColumn("secret_hash", "text", (column) => column.primaryKey().notNull())
      .addColumn("key_lookup", "text", (column) => column.notNull())
      .addColumn("scopes", "text", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
  },
};
