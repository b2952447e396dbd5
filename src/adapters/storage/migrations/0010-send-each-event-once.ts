import type { Kysely, Migration } from "kysely";

/** Adds the occurrence that a delivery reports, so that a webhook has one delivery for each. */
export const sendEachEventOnce: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema.alterTable("webhook_deliveries").addColumn("occurrence", "text").execute();
    // Older deliveries have none; null values count as different.
    await kysely.schema
      .createIndex("webhook_deliveries_by_occurrence")
      .on("webhook_deliveries")
      .columns(["webhook_id", "occurrence"])
      .unique()
      .execute();
  },
};
