import { type Kysely, type Migration, sql } from "kysely";
import { shareLimitsOnPostgres } from "../migrations/0015-share-limits.js";
import { columnsOfEstimates } from "../migrations/0012-join-estimates.js";

/**
 * Replaces the columns of estimates by one. It converts no rows: the first version for PostgreSQL had
 * this migration, so that the table is empty. A row would be an error, because the new column has no
 * default.
 */
const joinEstimates: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    const dropped = columnsOfEstimates.map((column) => sql`drop column ${sql.ref(column)}`);
    await sql`alter table analyses add column estimates text collate "C" not null,
      ${sql.join(dropped)}`.execute(kysely);
  },
};

/** Migrations that have other statements on PostgreSQL than on SQLite, by their name. */
export const postgresMigrations: Readonly<Record<string, Migration>> = {
  "0012-join-estimates": joinEstimates,
  "0015-share-limits": shareLimitsOnPostgres,
};
