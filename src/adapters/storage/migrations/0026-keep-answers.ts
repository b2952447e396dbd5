import type { Kysely, Migration } from "kysely";

/** Creates the table of requests that their callers may repeat, with their answers. */
export const keepAnswers: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("repeatable_requests")
      .addColumn("caller", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("token", "text", (column) => column.notNull())
      .addColumn("answer", "text")
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("repeatable_requests_key", ["caller", "key"])
      .execute();
    await kysely.schema
      .createIndex("repeatable_requests_by_end")
      .on("repeatable_requests")
      .column("expires_at")
      .execute();
  },
};
