import type { Kysely, Migration } from "kysely";

/** Creates the tables of webhooks and of their deliveries, sent and pending. */
export const keepWebhooks: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("webhooks")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("owner", "text", (column) => column.notNull())
      .addColumn("url", "text", (column) => column.notNull())
      .addColumn("secret", "text", (column) => column.notNull())
      .addColumn("events", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("disabled_at", "bigint")
      .execute();
    await kysely.schema
      .createTable("webhook_deliveries")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("webhook_id", "text", (column) =>
        column.notNull().references("webhooks.id").onDelete("cascade"),
      )
      .addColumn("event", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("attempts", "text", (column) => column.notNull())
      .addColumn("tries", "integer", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("next_attempt_at", "bigint")
      .addColumn("taken_until", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
    await kysely.schema
      .createIndex("webhook_deliveries_by_next_attempt")
      .on("webhook_deliveries")
      .columns(["state", "next_attempt_at"])
      .execute();
    await kysely.schema
      .createIndex("webhook_deliveries_by_webhook")
      .on("webhook_deliveries")
      .columns(["webhook_id", "created_at", "id"])
      .execute();
  },
};
