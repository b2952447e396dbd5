import Database from "better-sqlite3";

/** Drops all tables of a database. */
export function dropAllTables(path: string): void {
  const database = new Database(path);
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
  for (const table of tables) database.exec(`drop table if exists "${table}"`);
  database.close();
}
