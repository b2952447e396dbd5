import type BetterSqlite from "better-sqlite3";
import type { QueryResult } from "kysely";

/** Maximum number of prepared statements. Different statements are few, but lists of keys make more. */
const MAX_STATEMENTS_KEPT = 200;

/** A connection to a SQLite file. Each statement is prepared once. Errors are those of the driver. */
export class SqliteHandle {
  readonly #connection: BetterSqlite.Database;
  readonly #statements = new Map<string, BetterSqlite.Statement<unknown[]>>();

  constructor(connection: BetterSqlite.Database) {
    this.#connection = connection;
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  /** Runs SQL that returns nothing. */
  execute(sql: string): void {
    this.#connection.exec(sql);
  }

  /** Runs a statement. */
  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const statement = this.#prepare(sql);
    if (statement.reader) return { rows: statement.all(...parameters) };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  /** Runs a statement that only reads rows; returns `undefined` for another. Setting a pragma is no read. */
  read(sql: string, parameters: readonly unknown[]): QueryResult<unknown> | undefined {
    const { reader, readonly } = this.#prepare(sql);
    const isRead = reader && readonly && !/^\s*pragma\b/iu.test(sql);
    return isRead ? this.run(sql, parameters) : undefined;
  }

  #prepare(sql: string): BetterSqlite.Statement<unknown[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare<unknown[]>(sql);
    if (this.#statements.size >= MAX_STATEMENTS_KEPT) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }
}
