import { type Kysely, type Migration, sql } from "kysely";

/** Creates the tables of the limits that all servers keep together. */
export const shareLimits: Migration = {
  up: (kysely: Kysely<unknown>) => createLimits(kysely),
};

/**
 * The same for PostgreSQL. Windows of a second are not worth a write to the disk for each request:
 * their table is empty after a crash of the server.
 */
export const shareLimitsOnPostgres: Migration = {
  up: (kysely: Kysely<unknown>) => createLimits(kysely, "unlogged"),
};

async function createLimits(kysely: Kysely<unknown>, kind?: "unlogged"): Promise<void> {
  const windows = kysely.schema.createTable("rate_windows");
  await (kind === undefined ? windows : windows.modifyFront(sql.raw(kind)))
    .addColumn("caller", "text", (column) => column.primaryKey().notNull())
    .addColumn("taken", "integer", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
  await kysely.schema
    .createTable("provider_turns")
    .addColumn("provider", "text", (column) => column.primaryKey().notNull())
    .addColumn("starts", "text", (column) => column.notNull())
    .addColumn("held_until", "bigint", (column) => column.notNull())
    .execute();
}
