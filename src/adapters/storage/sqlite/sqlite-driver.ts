import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from "kysely";
import {
  StorageBusyError,
  StorageDamagedError,
  StorageFullError,
} from "../../../domain/errors/availability-errors.js";
import { isBusy, retryWhileBusy } from "./busy-retry.js";
import { isOfDamage, sqliteCodeOf, translateSqliteFailure } from "./sqlite-failure.js";
import type { SqliteHandle } from "./sqlite-handle.js";

/** Maximum number of waiting writers: more than requests and jobs create, but bounded for a locked file. */
const MAX_WAITING = 10000;

/** The connections and limits of a driver. */
export interface SqliteDriverNeeds {
  readonly file: string;
  /** The connection for all writes. */
  readonly writer: SqliteHandle;
  /** The connection for reads outside transactions; for a database in memory, the writer itself. */
  readonly reader: SqliteHandle;
  /** Opens a connection for a transaction that only reads; absent for a database in memory. */
  readonly openReader?: (() => SqliteHandle) | undefined;
  /** Maximum wait of a statement for other processes, or in the queue of writers; milliseconds. */
  readonly waitMilliseconds: number;
}

/**
 * Runs kysely's statements so that a file that another process has locked never blocks the event loop.
 *
 * A statement that needs a lock is retried with pauses until the wait limit. Writers wait in a queue.
 * A transaction begins as a writer: one that reads first and writes later could not wait, because
 * what it read would be out of date. After its beginning it holds the lock, and nothing in it is
 * retried. Reads have a connection of their own, so that no waiting writer delays them, and so has
 * each transaction that only reads: it sees the state of its first read, and delays no writer.
 *
 * Source: SQLite's manual, "Write-Ahead Logging", sections 2.2 and 9.
 */
export class SqliteDriver implements Driver {
  readonly #writeQueue = new WriteQueue();
  #isMigrating = false;

  constructor(private readonly needs: SqliteDriverNeeds) {}

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<SqliteConnection> {
    return Promise.resolve(new SqliteConnection(this));
  }

  async beginTransaction(
    connection: SqliteConnection,
    { accessMode }: TransactionSettings,
  ): Promise<void> {
    const { writer, openReader } = this.needs;
    const deadline = this.#deadline();
    if (accessMode === "read only" && openReader !== undefined) {
      connection.snapshot = await this.#waiting(openReader, deadline);
      connection.snapshot.execute("begin");
      return;
    }
    await this.#writeQueue.acquire(deadline);
    try {
      await this.#waiting(() => writer.execute("begin immediate"), deadline);
      connection.isTransaction = true;
    } catch (failure) {
      this.#writeQueue.release();
      throw failure;
    }
  }

  commitTransaction({ snapshot }: SqliteConnection): Promise<void> {
    return this.#atOnce(() => (snapshot ?? this.needs.writer).execute("commit"));
  }

  /** Rolls back, and ignores errors: a full disk has rolled back already, and that cause must stay visible. */
  rollbackTransaction({ snapshot }: SqliteConnection): Promise<void> {
    const handle = snapshot ?? this.needs.writer;
    return this.#atOnce(() => {
      if (handle.inTransaction) handle.execute("rollback");
    });
  }

  releaseConnection(connection: SqliteConnection): Promise<void> {
    if (connection.isTransaction) this.#writeQueue.release();
    connection.isTransaction = false;
    connection.snapshot?.close();
    connection.snapshot = undefined;
    return Promise.resolve();
  }

  /** Waits for running writes, then closes both connections. */
  async destroy(): Promise<void> {
    await this.#writeQueue.acquire(Infinity);
    const { reader, writer } = this.needs;
    reader.close();
    writer.close();
  }

  /**
   * Runs a whole migration in one transaction, so that a crash leaves nothing incomplete. Foreign
   * keys are not enforced meanwhile, so that a table can be recreated under its name.
   *
   * Source: SQLite's manual, "ALTER TABLE", section 7.
   */
  async migrate<T>(work: () => Promise<T>, waitMilliseconds: number): Promise<T> {
    const { writer } = this.needs;
    const deadline = performance.now() + waitMilliseconds;
    writer.execute("pragma foreign_keys = off");
    try {
      await retryWhileBusy(() => writer.execute("begin immediate"), deadline);
      this.#isMigrating = true;
      const result = await work();
      writer.execute("commit");
      return result;
    } finally {
      this.#isMigrating = false;
      if (writer.inTransaction) writer.execute("rollback");
      writer.execute("pragma foreign_keys = on");
    }
  }

  /** Runs a statement of a connection on the handle that it belongs to. */
  async run(
    sql: string,
    parameters: readonly unknown[],
    { isTransaction, snapshot }: Pick<SqliteConnection, "isTransaction" | "snapshot">,
  ): Promise<QueryResult<unknown>> {
    const { reader, writer } = this.needs;
    if (isTransaction || this.#isMigrating) {
      return this.#atOnce(() => writer.run(sql, parameters));
    }
    const deadline = this.#deadline();
    if (snapshot !== undefined) {
      return this.#waiting(() => snapshot.run(sql, parameters), deadline);
    }
    if (reader !== writer) {
      const read = await this.#waiting(() => reader.read(sql, parameters), deadline);
      if (read !== undefined) return read;
    }
    await this.#writeQueue.acquire(deadline);
    try {
      return await this.#waiting(() => writer.run(sql, parameters), deadline);
    } finally {
      this.#writeQueue.release();
    }
  }

  #deadline(): number {
    return performance.now() + this.needs.waitMilliseconds;
  }

  /** @throws {StorageBusyError} another process locked the file until the deadline */
  async #waiting<T>(work: () => T, deadline: number): Promise<T> {
    try {
      return await retryWhileBusy(work, deadline);
    } catch (failure) {
      throw this.#translated(failure);
    }
  }

  #atOnce<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve) => resolve(work())).catch((failure: unknown) => {
      throw this.#translated(failure);
    });
  }

  #translated(failure: unknown): unknown {
    const translated = translateSqliteFailure(failure, this.needs.file);
    // An error while starting names the file.
    if (this.#isMigrating) return translated;
    if (sqliteCodeOf(failure) === "SQLITE_FULL") return new StorageFullError(translated);
    if (isBusy(failure)) return new StorageBusyError(translated);
    return isOfDamage(failure) ? new StorageDamagedError(translated) : translated;
  }
}

/** The connection that kysely uses for a statement or a transaction. */
class SqliteConnection implements DatabaseConnection {
  /** Whether it has the lock of the writer. */
  isTransaction = false;
  /** The connection of a transaction that only reads. */
  snapshot: SqliteHandle | undefined;

  constructor(private readonly driver: SqliteDriver) {}

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const running = this.driver.run(sql, parameters, this);
    return running as Promise<QueryResult<Row>>;
  }

  /** Streams all rows in one chunk: an open statement would prevent shortening the log. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

interface Waiter {
  readonly start: () => void;
}

/** Queues the writers of this process: one runs at a time, in the order of arrival. */
class WriteQueue {
  readonly #waiting = new Set<Waiter>();
  #isTaken = false;

  /**
   * Resolves when the caller may write; it must call `release` afterwards.
   *
   * @param deadline end of the wait, as a time of `performance.now()`; may be `Infinity`
   * @throws {StorageBusyError} the deadline passed, or too many writers wait
   */
  acquire(deadline: number): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return Promise.resolve();
    }
    if (this.#waiting.size >= MAX_WAITING) return Promise.reject(new StorageBusyError());
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(waiter);
        reject(new StorageBusyError());
      };
      const timer =
        deadline === Infinity
          ? undefined
          : setTimeout(giveUp, Math.max(0, deadline - performance.now()));
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.add(waiter);
    });
  }

  /** Ends the caller's write, and starts the writer that has waited longest. */
  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isTaken = false;
      return;
    }
    this.#waiting.delete(next);
    next.start();
  }
}
