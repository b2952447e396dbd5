import { CamelCasePlugin, Kysely } from "kysely";
import { migrateToLatest } from "./migrations/migrate.js";
import type { OpenedDialect } from "./opened-dialect.js";
import type { Schema } from "./tables.js";
import { openSqlite } from "./sqlite/sqlite-dialect.js";

/** An open, migrated database. Stores use it; the code that opened it closes it. */
export interface Database {
  readonly kysely: Kysely<Schema>;

  /** Waits for the running transaction, then closes the file. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `sqlite:/absolute/path.db`, or `sqlite::memory:`. */
  readonly url: string;
  /** Maximum wait of a statement for other processes, milliseconds; default 5 000. */
  readonly waitMilliseconds?: number;
  /** Called with the SQL of each statement that ran. */
  readonly onStatement?: (sql: string) => void;
}

/**
 * Opens the database, creates it where it is missing, and migrates it to the latest schema.
 *
 * Two processes may open one file at the same time: one migrates, the other waits.
 *
 * @throws {Error} an unknown URL, not a database, not writable, damaged, disk full, or written by a
 * newer version
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { onStatement } = options;
  const opened = await openDialect(options);
  const kysely = new Kysely<Schema>({
    dialect: opened.dialect,
    plugins: [new CamelCasePlugin()],
    ...(onStatement !== undefined && { log: ({ query }) => onStatement(query.sql) }),
  });
  try {
    await migrateToLatest(kysely.withoutPlugins(), (migrate) => opened.lockForMigration(migrate));
  } catch (failure) {
    await kysely.destroy();
    opened.release();
    throw failure;
  }
  let isClosed = false;
  return {
    kysely,
    async close() {
      if (isClosed) return;
      isClosed = true;
      // When this resolves, an earlier query has its connection, or waits in the queue of writers.
      await kysely.connection().execute(() => Promise.resolve());
      await kysely.destroy();
    },
  };
}

async function openDialect({ url, waitMilliseconds }: DatabaseOptions): Promise<OpenedDialect> {
  const [, scheme, address] = /^([a-z+]+):(.*)$/su.exec(url) ?? [];
  if (scheme === "sqlite" && address !== undefined && address !== "") {
    return openSqlite(address, { waitMilliseconds });
  }
  // The rest of the URL may hold a password.
  const found = scheme === undefined ? "has no scheme" : `begins with "${scheme}:"`;
  throw new Error(`A database URL must be like sqlite:/absolute/path.db; the given one ${found}.`);
}
