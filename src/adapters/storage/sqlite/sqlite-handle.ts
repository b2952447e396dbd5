import type BetterSqlite from "better-sqlite3";
import type { QueryResult } from "kysely";

/** Maximum number of prepared statements. Different statements are few, but lists of keys make more. */
const MAX_STATEMENTS_KEPT = 200;

/** A prepared statement. */
export interface HandleStatement {
  /** Whether it only reads rows. Setting a pragma is no read. */
  readonly isRead: boolean;
  /** Runs it. Errors are those of the driver. */
  readonly run: (parameters: readonly unknown[]) => QueryResult<unknown>;
}

/** A connection to a SQLite file. Each statement is prepared once. */
export class SqliteHandle {
  readonly #connection: BetterSqlite.Database;
  readonly #statements = new Map<string, HandleStatement>();

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

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }
}
