import type { Kysely, Migration } from "kysely";

/** Stores what users state about recordings, also of those without an analysis, which may return. */
export const keepCorrections: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createTable("corrections")
      .addColumn("recording_id", "text", (column) => column.notNull())
      .addColumn("field", "text", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("stated_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("corrections_by_recording", ["recording_id", "field"])
      .execute();
    await kysely.schema.alterTable("analyses").addColumn("ruled_name", "text").execute();
    await kysely.schema
      .createIndex("analyses_by_stated_name")
      .on("analyses")
      .column("track_key")
      .where("ruled_name" as never, "is not", null)
      .execute();
  },
};
