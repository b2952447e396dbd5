import type { Kysely, Migration } from "kysely";

/** Creates the table of cached values. */
export const createCacheEntries: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("cache_entries")
      .addColumn("namespace", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("expires_at", "bigint")
      .addPrimaryKeyConstraint("cache_entries_primary_key", ["namespace", "key"])
      .execute();
    await kysely.schema
      .createIndex("cache_entries_by_expires_at")
      .on("cache_entries")
      .column("expires_at")
      .execute();
  },
};
