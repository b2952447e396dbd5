import { mkdir } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  SqliteDriver,
  type SqliteDatabase,
  type SqliteStatement,
} from "kysely";
import type { OpenedDialect } from "../opened-dialect.js";
import { sqliteCodeOf, translateSqliteFailure } from "./sqlite-failure.js";

/** How long a statement waits for another process to finish its own. */
const BUSY_TIMEOUT_MILLISECONDS = 10_000;

/** Looking for what other processes have changed takes locks, and requests come many at a time. */
const OTHERS_MILLISECONDS = 10;

/** Distinct statements are few; lists of keys make some more, and those must not pile up. */
const MOST_STATEMENTS_KEPT = 200;

/**
 * Opens a SQLite file, creating it and its folder where they are missing.
 *
 * @param path absolute, or `:memory:`
 * @throws {Error} in words: not a database, not writable, damaged, or the disk is full
 */
export async function openSqlite(path: string): Promise<OpenedDialect> {
  const isInMemory = path === ":memory:";
  if (!isInMemory) await createFolderOf(path);
  try {
    const handle = new BetterSqlite(path, { timeout: BUSY_TIMEOUT_MILLISECONDS });
    try {
      await setPragmas(handle, isInMemory);
      const database = new TranslatingDatabase(handle, path);
      return {
        dialect: new ImmediateSqliteDialect({ database }),
        lockForMigration: (migrate) => lockFile(handle, path, migrate),
        changeMark: () => database.changeMark(),
        release: () => handle.close(),
      };
    } catch (failure) {
      handle.close();
      throw failure;
    }
  } catch (failure) {
    throw translateSqliteFailure(failure, path);
  }
}

async function createFolderOf(path: string): Promise<void> {
  if (!isAbsolute(path)) throw new Error(`The database path ${path} is not absolute.`);
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw new Error(`The folder ${folder} for the database cannot be created.`, { cause });
  }
}

async function setPragmas(handle: BetterSqlite.Database, isInMemory: boolean): Promise<void> {
  if (!isInMemory) await turnOnWriteAheadLog(handle);
  handle.pragma("synchronous = NORMAL");
  handle.pragma("foreign_keys = ON");
  handle.pragma("temp_store = MEMORY");
  handle.pragma("cache_size = -65536");
}

/**
 * Readers and a writer then do not wait for each other. Two processes that change the mode of a
 * new file at once would wait for each other forever, so SQLite fails one of them without
 * waiting; that one tries again.
 */
async function turnOnWriteAheadLog(handle: BetterSqlite.Database): Promise<void> {
  const deadline = Date.now() + BUSY_TIMEOUT_MILLISECONDS;
  for (;;) {
    try {
      handle.pragma("journal_mode = WAL");
      return;
    } catch (failure) {
      const isBusy = sqliteCodeOf(failure)?.startsWith("SQLITE_BUSY") === true;
      if (!isBusy || Date.now() > deadline) throw failure;
      await sleep(20);
    }
  }
}

/** One transaction around the whole migration: others wait, and a crash leaves nothing half done. */
async function lockFile<T>(
  handle: BetterSqlite.Database,
  path: string,
  migrate: () => Promise<T>,
): Promise<T> {
  try {
    handle.exec("begin immediate");
    const result = await migrate();
    handle.exec("commit");
    return result;
  } catch (failure) {
    if (handle.inTransaction) handle.exec("rollback");
    throw translateSqliteFailure(failure, path);
  }
}

/**
 * Begins transactions as writers. One that reads first and writes later cannot wait for another
 * process, because what it read would be out of date, so SQLite would fail it at once.
 */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: TranslatingDatabase;

  constructor({ database }: { readonly database: TranslatingDatabase }) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: TranslatingDatabase;

  constructor(database: TranslatingDatabase) {
    super({ database });
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** A full disk has rolled it back already; a failure to do so again would hide that cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** The driver's handle as kysely uses it: statements are prepared once, failures put in words. */
class TranslatingDatabase implements SqliteDatabase {
  /** Statements of this process, by any connection, that may have changed something. */
  static #changes = 0;
  readonly #handle: BetterSqlite.Database;
  readonly #file: string;
  readonly #statements = new Map<string, SqliteStatement>();
  readonly #dataVersion: BetterSqlite.Statement;
  #othersVersion: unknown;
  /** Against `performance.now()`. */
  #othersSeenAt = -Infinity;

  constructor(handle: BetterSqlite.Database, file: string) {
    this.#handle = handle;
    this.#file = file;
    this.#dataVersion = handle.prepare("pragma data_version").pluck();
  }

  /**
   * What tells one state of the database from another: what this process has done, committed or
   * not, and what others have committed, which is looked for once in ten milliseconds.
   *
   * Source: SQLite's manual, "PRAGMA data_version".
   */
  changeMark(): string {
    const now = performance.now();
    if (now - this.#othersSeenAt > OTHERS_MILLISECONDS) {
      this.#othersVersion = this.#translating(() => this.#dataVersion.get());
      this.#othersSeenAt = now;
    }
    return `${TranslatingDatabase.#changes} ${String(this.#othersVersion)}`;
  }

  get inTransaction(): boolean {
    return this.#handle.inTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#handle.close();
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#translating(() => this.#handle.prepare<unknown[], unknown>(sql));
    const change = statement.readonly ? 0 : 1;
    const running = <T>(work: () => T): T => {
      TranslatingDatabase.#changes += change;
      return this.#translating(work);
    };
    const translated: SqliteStatement = {
      reader: statement.reader,
      all: (parameters) => running(() => statement.all([...parameters])),
      run: (parameters) => running(() => statement.run([...parameters])),
      iterate: (parameters) => running(() => statement.iterate([...parameters])),
    };
    if (this.#statements.size >= MOST_STATEMENTS_KEPT) this.#statements.clear();
    this.#statements.set(sql, translated);
    return translated;
  }

  #translating<T>(work: () => T): T {
    try {
      return work();
    } catch (failure) {
      throw translateSqliteFailure(failure, this.#file);
    }
  }
}
