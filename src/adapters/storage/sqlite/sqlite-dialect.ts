import { mkdir } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import BetterSqlite from "better-sqlite3";
import {
  type Dialect,
  type Kysely,
  type SelectModifierNode,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { FIRST_MIGRATION, MIGRATION_TABLE, type OpenedDialect } from "../opened-dialect.js";
import { retryWhileBusy } from "./busy-retry.js";
import { createPrivately, databaseFiles, makePrivate } from "./private-files.js";
import { translateSqliteFailure } from "./sqlite-failure.js";
import { SqliteDriver } from "./sqlite-driver.js";
import { SqliteHandle } from "./sqlite-handle.js";

/** Maximum wait for other processes that open, recover or close the file. */
const OPENING_WAIT_MILLISECONDS = 10_000;

/** Maximum wait of a start while another process migrates, which takes long for a large database. */
const MIGRATION_WAIT_MILLISECONDS = 60_000;

/** Maximum wait of a statement for other processes. */
const DEFAULT_WAIT_MILLISECONDS = 5_000;

/** The path of a database in memory. */
const IN_MEMORY = ":memory:";

/**
 * The bytes of the first database in memory, when it was migrated and still empty. Later ones begin with them: migrating
 * one takes ten times as long, and the tests open some thousands.
 */
let migratedInMemory: Buffer | undefined;

/** Options for opening a file. */
export interface SqliteOptions {
  /** Maximum wait of a statement for other processes, milliseconds; default 5 000. */
  readonly waitMilliseconds?: number | undefined;
}

/**
 * Opens a SQLite file, creating it and its folder where they are missing.
 *
 * @param path absolute, or `:memory:`
 * @throws {Error} not a database, not writable, damaged, or the disk is full
 */
export async function openSqlite(
  path: string,
  options: SqliteOptions = {},
): Promise<OpenedDialect> {
  if (path !== IN_MEMORY) {
    await createFolderOf(path);
    createPrivately(path);
  }
  const deadline = performance.now() + OPENING_WAIT_MILLISECONDS;
  try {
    const connections = await retryWhileBusy(() => openConnections(path), deadline);
    if (path !== IN_MEMORY) databaseFiles(path).forEach(makePrivate);
    return openedDialect(path, connections, options);
  } catch (failure) {
    throw translateSqliteFailure(failure, path);
  }
}

async function createFolderOf(path: string): Promise<void> {
  if (!isAbsolute(path)) throw new Error(`The database path ${path} is not absolute.`);
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`The folder ${folder} for the database cannot be created.`, { cause });
  }
}

/** A connection for writing and one for reading; they are the same for a database in memory. */
interface Connections {
  readonly writer: BetterSqlite.Database;
  readonly reader: BetterSqlite.Database;
}

/** Opens connections that fail at once instead of waiting, because the driver's waits block the event loop. */
function openConnections(path: string): Connections {
  const opened: BetterSqlite.Database[] = [];
  const open = (): BetterSqlite.Database => {
    const content = path === IN_MEMORY ? (migratedInMemory ?? path) : path;
    const connection = new BetterSqlite(content, { timeout: 0 });
    opened.push(connection);
    return connection;
  };
  try {
    const writer = open();
    if (path !== IN_MEMORY) requireOwnTables(writer, path);
    // Readers and a writer then do not wait for each other.
    if (path !== IN_MEMORY) writer.pragma("journal_mode = WAL");
    writer.pragma("synchronous = NORMAL");
    writer.pragma("foreign_keys = ON");
    setMemory(writer);
    return { writer, reader: path === IN_MEMORY ? writer : readOnly(open()) };
  } catch (failure) {
    for (const connection of opened) connection.close();
    throw failure;
  }
}

/**
 * Refuses the database of another program before anything of it is changed. Others record their migrations in a table of
 * the same name.
 *
 * @throws {Error} it has tables, and the first migration of this program was not applied to it
 */
export function requireOwnTables(connection: BetterSqlite.Database, path: string): void {
  const listed = (select: string): readonly string[] =>
    connection.prepare<[], string>(select).pluck().all();
  const tables = listed("select name from sqlite_master where type = 'table'");
  if (tables.length === 0) return;
  const applied = tables.includes(MIGRATION_TABLE)
    ? listed(`select name from ${MIGRATION_TABLE}`)
    : [];
  if (applied.includes(FIRST_MIGRATION)) return;
  throw new Error(`The database ${path} has the tables of another program.`);
}

function openReader(file: string): SqliteHandle {
  const connection = new BetterSqlite(file, { timeout: 0 });
  try {
    return new SqliteHandle(readOnly(connection));
  } catch (failure) {
    connection.close();
    throw failure;
  }
}

function readOnly(connection: BetterSqlite.Database): BetterSqlite.Database {
  connection.pragma("query_only = ON");
  setMemory(connection);
  return connection;
}

function setMemory(connection: BetterSqlite.Database): void {
  connection.pragma("temp_store = MEMORY");
  connection.pragma("cache_size = -65536");
}

function openedDialect(
  file: string,
  { writer, reader }: Connections,
  { waitMilliseconds = DEFAULT_WAIT_MILLISECONDS }: SqliteOptions,
): OpenedDialect {
  const writing = new SqliteHandle(writer);
  const driver = new SqliteDriver({
    file,
    writer: writing,
    reader: reader === writer ? writing : new SqliteHandle(reader),
    ...(file !== IN_MEMORY && { openReader: () => openReader(file) }),
    waitMilliseconds,
  });
  return {
    system: "sqlite",
    dialect: dialectOf(driver),
    tables: sql`select name from sqlite_master where type = 'table'`,
    migrations: {},
    lockForMigration: async (migrate) => {
      const result = await driver.migrate(migrate, MIGRATION_WAIT_MILLISECONDS);
      if (file === IN_MEMORY) migratedInMemory = writer.serialize();
      return result;
    },
    release() {
      reader.close();
      writer.close();
    },
  };
}

function dialectOf(driver: SqliteDriver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new QueryCompiler(),
    createIntrospector: (kysely: Kysely<unknown>) => new SqliteIntrospector(kysely),
  };
}

/** Compiles queries without locks of rows: the transaction that runs has the only lock. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === "Distinct" || node.rawModifier) super.visitSelectModifier(node);
  }
}
