import type { Kysely, Migration } from "kysely";

/** Stores with music servers where their files are mounted here: nowhere, of those that there are. */
export const knowMountedSongs: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema
      .alterTable("music_servers")
      .addColumn("mounted", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
  },
};
