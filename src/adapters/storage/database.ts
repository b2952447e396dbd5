import { CamelCasePlugin, type Compilable, Kysely } from "kysely";
import { migrateToLatest } from "./migrations/migrate.js";
import type { OpenedDialect } from "./opened-dialect.js";
import type { Schema } from "./tables.js";
import { openSqlite } from "./sqlite/sqlite-dialect.js";

/** An open, migrated database. Stores borrow it; its opener closes it. */
export interface Database {
  readonly kysely: Kysely<Schema>;

  /**
   * Runs a read, and answers its rows as lists of values in the order of its columns: for reading
   * whole tables, where objects take three times as long.
   */
  list(query: Compilable): Promise<readonly (readonly unknown[])[]>;

  /**
   * A text that is another one after every change of what is stored: at once after one by this
   * process, within ten milliseconds after one by another. Cheap: a hundredth of a read.
   *
   * @throws {Error} in words: the database cannot be read
   */
  changeMark(): string;

  /** Waits for the transaction under way, then lets go of the file. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `sqlite:/absolute/path.db`, or `sqlite::memory:`. */
  readonly url: string;
  /** How long a statement waits for other processes, milliseconds; 5 000 where absent. */
  readonly waitMilliseconds?: number;
  /** Called with the SQL of each statement that ran. */
  readonly onStatement?: (sql: string) => void;
}

/**
 * Opens the database, creates it where it is missing, and migrates it to the latest schema.
 *
 * Two processes may open one file at the same time: one migrates, the other waits.
 *
 * @throws {Error} in words: an unknown URL, not a database, not writable, damaged, disk full, or
 * written by a newer version
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
    list: (query) => opened.list(query.compile()),
    changeMark: () => opened.changeMark(),
    async close() {
      if (isClosed) return;
      isClosed = true;
      // An earlier query has a connection, or waits for its turn to write, when this resolves.
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
  throw new Error(
    `A database URL is like sqlite:/absolute/path.db; one of "${scheme ?? "no scheme"}" is not known.`,
  );
}
