import { sql, type RawBuilder } from "kysely";
import type { DatabaseSystem } from "./opened-dialect.js";

/**
 * A condition of a statement that always holds. With it, the commit of the statement does not wait until
 * the disk has it: when the machine of the database fails, the changes of the last moment may be lost,
 * but not one of them without all that were committed later. SQLite commits so in any case.
 *
 * Source: "Asynchronous Commit", PostgreSQL documentation, section 28.4.
 */
export const asynchronousCommits: Readonly<Record<DatabaseSystem, () => RawBuilder<boolean>>> = {
  sqlite: () => sql<boolean>`true`,
  // For the transaction of the statement only.
  postgres: () => sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`,
};
