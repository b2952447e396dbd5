import type { Kysely, Migration } from "kysely";

/**
 * Creates the table of the seals of rows, and the one of the checks. The triggers that remove the seals of changed rows are
 * made when rows are first sealed, because later migrations may make tables anew.
 */
export const sealRows: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .createTable("row_seals")
      .addColumn("table_name", "text", (column) => column.notNull())
      .addColumn("row_key", "text", (column) => column.notNull())
      .addColumn("digest", "text", (column) => column.notNull())
      .addColumn("is_broken", "integer", (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint("row_seals_key", ["table_name", "row_key"])
      .execute();
    await kysely.schema
      .createTable("stored_checks")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("seal_layout", "text")
      .addColumn("begun", "integer", (column) => column.notNull())
      .addColumn("begun_at", "bigint", (column) => column.notNull())
      .addColumn("ended_at", "bigint")
      .addColumn("result", "text")
      .execute();
  },
};
