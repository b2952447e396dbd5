import { existsSync } from "node:fs";
import BetterSqlite from "better-sqlite3";
import { ADDED_FOLDERS, PAUSED_FOLDERS, type DatabaseInspection } from "./database-inspection.js";
import { type CheckRow, inspectedCheck, LAST_CHECK } from "./inspected-check.js";
import { UNFINISHED_COPY } from "../storage/migrations/migrate.js";
import { requireOwnTables } from "../storage/sqlite/sqlite-dialect.js";
import { translateSqliteFailure } from "../storage/sqlite/sqlite-failure.js";

const BUSY_TIMEOUT_MILLISECONDS = 2_000;

/**
 * Inspects a database file without changes. Returns `undefined` where there is none.
 *
 * @param now milliseconds since 1970
 * @throws {Error} not a database, that of another program, not writable, or too damaged to be read
 */
export function inspectSqlite(path: string, now: number): DatabaseInspection | undefined {
  if (path === ":memory:" || !existsSync(path)) return undefined;
  try {
    const handle = new BetterSqlite(path, { timeout: BUSY_TIMEOUT_MILLISECONDS });
    try {
      requireOwnTables(handle, path);
      return inspected(handle, now);
    } finally {
      handle.close();
    }
  } catch (failure) {
    throw translateSqliteFailure(failure, path);
  }
}

function inspected(handle: BetterSqlite.Database, now: number): DatabaseInspection {
  const report = column<string>(handle, "select * from pragma_integrity_check limit 5");
  // Fails where the file cannot be written.
  handle.exec("begin immediate; rollback");
  const tables = column<string>(handle, "select name from sqlite_master where type = 'table'");
  const read = <Value>(table: string, sql: string, ...values: unknown[]): readonly Value[] =>
    tables.includes(table) ? column<Value>(handle, sql, ...values) : [];
  const entryCount =
    "select count(*) from cache_entries where expires_at is null or expires_at > ?";
  const folders = read<string>("library_files", "select distinct folder from library_files");
  const filesOf = "select count(*) from library_files where folder = ?";
  return {
    damage: report.filter((line) => line !== "ok"),
    isUnfinished: tables.includes(UNFINISHED_COPY),
    migrations: read("kysely_migration", "select name from kysely_migration order by name"),
    cacheEntryCount: read<number>("cache_entries", entryCount, now)[0] ?? 0,
    ...inspectedCheck(
      tables.includes("stored_checks") ? handle.prepare<[], CheckRow>(LAST_CHECK).get() : undefined,
    ),
    fileCounts: new Map(
      folders.map((folder) => [folder, column<number>(handle, filesOf, folder)[0] ?? 0]),
    ),
    addedFolders: read<string>("library_folders", ADDED_FOLDERS),
    pausedFolderCount: read<number>("library_folders", PAUSED_FOLDERS)[0] ?? 0,
  };
}

/** Returns the first column of all rows. */
function column<Value>(
  handle: BetterSqlite.Database,
  sql: string,
  ...values: unknown[]
): readonly Value[] {
  return handle
    .prepare<unknown[], Value>(sql)
    .pluck()
    .all(...values);
}
