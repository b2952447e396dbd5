import type { Kysely, Migration } from "kysely";

/** Creates the table of the layout by likeness, which has one row. */
export const keepLayouts: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createTable("likeness_layouts")
      .addColumn("number", "bigint", (column) => column.notNull())
      .addColumn("version", "text", (column) => column.notNull())
      .addColumn("made_of", "bigint", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("likeness_layouts_pk", ["number"])
      .execute();
  },
};
