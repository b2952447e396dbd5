import type { Kysely, Migration } from "kysely";

/** Stores in which state the covers beside a library file were looked at. The next scan reads files with covers beside them again. */
export const knowStatesOfCovers: Migration = {
  async up(kysely: Kysely<never>): Promise<void> {
    await kysely.schema.alterTable("library_files").addColumn("covers", "text").execute();
  },
};
