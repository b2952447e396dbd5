import { sql, type RawBuilder } from "kysely";
import type { DatabaseSystem } from "./opened-dialect.js";

/** An expression for the current time of the database, milliseconds since 1970. */
export type DatabaseTime = () => RawBuilder<number>;

/** The time of each system; that of SQLite is the time of the machine. */
export const databaseTimes: Readonly<Record<DatabaseSystem, DatabaseTime>> = {
  sqlite: () => sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: () => sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
};
