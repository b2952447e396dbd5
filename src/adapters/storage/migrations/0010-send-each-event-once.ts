import type { Kysely, Migration } from "kysely";

/** What a delivery tells of, so that a webhook has one for each, whichever process writes it. */
export const sendEachEventOnce: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema.alterTable("webhook_deliveries").addColumn("occurrence", "text").execute();
    // Older deliveries have none; absent values differ from each other.
    await kysely.schema
      .createIndex("webhook_deliveries_by_occurrence")
      .on("webhook_deliveries")
      .columns(["webhook_id", "occurrence"])
      .unique()
      .execute();
  },
};
