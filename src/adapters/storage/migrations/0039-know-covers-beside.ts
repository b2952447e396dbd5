import type { Kysely, Migration } from "kysely";

/** Stores which picture beside a library file is its cover. The next scan finds it. */
export const knowCoversBeside: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema.alterTable("library_files").addColumn("cover_beside", "text").execute();
  },
};
