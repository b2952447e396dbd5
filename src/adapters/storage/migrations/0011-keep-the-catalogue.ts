import type { Kysely, Migration } from "kysely";

/**
 * Creates the tables of snapshots of the catalogue, which a start reads instead of every analysis. The
 * portions are written first and the row of their snapshot last, so that no snapshot is incomplete.
 */
export const keepTheCatalogue: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    await kysely.schema
      .createTable("catalogue_snapshots")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("layout", "text", (column) => column.notNull())
      .addColumn("revision", "bigint", (column) => column.notNull())
      .addColumn("portions", "integer", (column) => column.notNull())
      .addColumn("analyses", "integer", (column) => column.notNull())
      .execute();
    await kysely.schema
      .createTable("catalogue_snapshot_portions")
      .addColumn("snapshot_id", "text", (column) => column.notNull())
      .addColumn("place", "integer", (column) => column.notNull())
      .addColumn("content", "blob", (column) => column.notNull())
      .addPrimaryKeyConstraint("catalogue_snapshot_portions_key", ["snapshot_id", "place"])
      .execute();
  },
};
