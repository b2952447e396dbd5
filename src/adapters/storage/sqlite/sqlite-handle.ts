import type BetterSqlite from "better-sqlite3";
import type { QueryResult } from "kysely";

/** Distinct statements are few; lists of keys make some more, and those must not pile up. */
const MAX_STATEMENTS_KEPT = 200;

/** A prepared statement, and what is known of it before it runs. */
export interface HandleStatement {
  /** Whether it only answers rows: a setting of the connection is no read. */
  readonly isRead: boolean;
  /** Runs it. Failures are the driver's own. */
  readonly run: (parameters: readonly unknown[]) => QueryResult<unknown>;
}

/** One connection to a SQLite file. Each statement is prepared once. */
export class SqliteHandle {
  readonly #connection: BetterSqlite.Database;
  readonly #statements = new Map<string, HandleStatement>();
  readonly #lists = new Map<string, BetterSqlite.Statement<unknown[], unknown[]>>();

  constructor(connection: BetterSqlite.Database) {
    this.#connection = connection;
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  /** Runs a text that answers nothing. */
  execute(sql: string): void {
    this.#connection.exec(sql);
  }

  prepare(sql: string): HandleStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare<unknown[], unknown>(sql);
    const prepared: HandleStatement = {
      isRead: statement.reader && statement.readonly && !/^\s*pragma\b/iu.test(sql),
      run: statement.reader
        ? (parameters) => ({ rows: statement.all(...parameters) })
        : (parameters) => {
            const { changes, lastInsertRowid } = statement.run(...parameters);
            return {
              numAffectedRows: BigInt(changes),
              insertId: BigInt(lastInsertRowid),
              rows: [],
            };
          },
    };
    if (this.#statements.size >= MAX_STATEMENTS_KEPT) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** Rows as lists of values in the order of the columns: a third of the work of objects. */
  list(sql: string, parameters: readonly unknown[]): readonly (readonly unknown[])[] {
    let statement = this.#lists.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare<unknown[], unknown[]>(sql).raw();
      if (this.#lists.size >= MAX_STATEMENTS_KEPT) this.#lists.clear();
      this.#lists.set(sql, statement);
    }
    return statement.all(...parameters);
  }

  close(): void {
    this.#lists.clear();
    this.#statements.clear();
    this.#connection.close();
  }
}
