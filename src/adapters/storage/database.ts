import { setImmediate as nextTurn } from "node:timers/promises";
import { CamelCasePlugin, type Compilable, Kysely } from "kysely";
import { migrateToLatest } from "./migrations/migrate.js";
import type { DatabaseSystem, OpenedDialect } from "./opened-dialect.js";
import type { Schema } from "./tables.js";
import { openSqlite } from "./sqlite/sqlite-dialect.js";

/** An open, migrated database. Stores use it; the code that opened it closes it. */
export interface Database {
  readonly system: DatabaseSystem;
  readonly kysely: Kysely<Schema>;

  /**
   * Returns the values of a select of one column of bytes, in its order: on PostgreSQL, in a sixth of
   * the time that kysely takes.
   *
   * @param select without parameters: its constants are literals
   */
  readBytes(
    select: Compilable<Readonly<Record<string, Uint8Array>>>,
  ): Promise<readonly Uint8Array[]>;

  /** Waits for what runs, then closes the database. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `sqlite:/absolute/path.db`, `sqlite::memory:`, or `postgres://user:password@host:port/name`, also with several hosts. */
  readonly url: string;
  /** Maximum wait of a statement for other processes, milliseconds; default 5 000. */
  readonly waitMilliseconds?: number;
  /** Maximum wait of the start for a server that cannot be reached, milliseconds; default 10 000. */
  readonly openingWaitMilliseconds?: number;
  /** Maximum number of connections to a server, >= 2; default 10. */
  readonly connections?: number;
  /** Whether the database may have an unfinished copy of another; default false: then it is refused. */
  readonly mayBeUnfinished?: boolean;
  /** Called with the SQL of each statement that ran. */
  readonly onStatement?: (sql: string) => void;
}

/**
 * Opens the database and migrates it to the latest schema. A missing file is created.
 *
 * Two processes may open one database at the same time: one migrates, the other waits.
 *
 * @throws {Error} an unknown URL, not a database, not reachable, not writable, damaged, disk full,
 * written by a newer version, or an unfinished copy
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { onStatement, mayBeUnfinished = false } = options;
  const opened = await openDialect(options);
  const kysely = new Kysely<Schema>({
    dialect: opened.dialect,
    plugins: [new CamelCasePlugin()],
    ...(onStatement !== undefined && { log: ({ query }) => onStatement(query.sql) }),
  });
  try {
    await migrateToLatest(kysely.withoutPlugins(), { ...opened, mayBeUnfinished });
  } catch (failure) {
    await kysely.destroy();
    opened.release();
    throw failure;
  }
  let isClosed = false;
  return {
    system: opened.system,
    kysely,
    async readBytes(select) {
      const query = select.compile();
      if (query.parameters.length > 0)
        throw new Error(`A select of bytes has parameters: ${query.sql}`);
      if (opened.readBytes === undefined) {
        const { rows } = await kysely.executeQuery(query);
        return rows.flatMap((row) => Object.values(row));
      }
      onStatement?.(query.sql);
      return opened.readBytes(query.sql);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      // Then every earlier query has its connection, or waits for one.
      await nextTurn();
      await kysely.destroy();
    },
  };
}

async function openDialect({ url, ...options }: DatabaseOptions): Promise<OpenedDialect> {
  const [, scheme, address] = /^([a-z+]+):(.*)$/su.exec(url) ?? [];
  if (scheme === "sqlite" && address !== undefined && address !== "") {
    return openSqlite(address, options);
  }
  if (scheme === "postgres" || scheme === "postgresql") {
    // Loaded only where it is used.
    const { openPostgres } = await import("./postgres/postgres-dialect.js");
    return openPostgres(url, options);
  }
  // The rest of the URL may hold a password.
  const found = scheme === undefined ? "has no scheme" : `begins with "${scheme}:"`;
  throw new Error(
    `A database URL must be like sqlite:/absolute/path.db or postgres://host/name; the given one ${found}.`,
  );
}
