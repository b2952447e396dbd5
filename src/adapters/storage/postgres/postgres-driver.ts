import { setTimeout as sleep } from "node:timers/promises";
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  TransactionSettings,
} from "kysely";
import type { PoolClient, QueryResult as PostgresResult } from "pg";
import {
  isConnectionLost,
  isConnectionMissing,
  isReadOnly,
  translatePostgresFailure,
} from "./postgres-failure.js";
import { ANSWER_MILLISECONDS, type PostgresPool, toParameter } from "./postgres-pool.js";
import { createHash } from "node:crypto";
import pg from "pg";
import { WaitingCalls } from "../../../domain/waiting-calls.js";

/** Where the length of the extension of a binary copy's header stands; the header ends behind it. */
const EXTENSION_LENGTH_AT = 15;

/** The first bytes of a binary copy. */
const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");

/** The count of fields that stands for the end. */
const END = -1;

/** Bytes of the count of fields and of the length of a value, before it. */
const VALUE_AT = 6;

/** Statements that are prepared; each takes some kilobytes in every connection. */
const MAX_NAMES = 64;

/** Texts that were sent once and are remembered, the oldest forgotten first. */
const MAX_REMEMBERED = 512;

/** A result of all columns, of which there are more after a migration by a newer server. */
const ALL_COLUMNS = /(?:^\s*select|[,.])\s*\*/iu;

/** Pause between two attempts to connect. */
const RECONNECT_MILLISECONDS = 100;

/** Commands that report how many rows they changed. */
const CHANGING: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** The pool and the wait limit of a driver. */
export interface PostgresDriverNeeds {
  readonly pool: PostgresPool;
  /** Maximum wait for a connection, and of what is no read for a server that cannot be reached; milliseconds. */
  readonly waitMilliseconds: number;
}

/**
 * Runs kysely's statements on the connections of a pool.
 *
 * A connection is taken with the first statement. If it was lost meanwhile, for example because the
 * server restarted, a read and the beginning of a transaction are repeated on others, at most once on
 * one that was not idle: they have changed nothing. No other statement is repeated, because it may
 * have been executed.
 *
 * Equal reads that wait for a connection are one read, so that many equal requests at once are answered as fast as a few.
 */
export class PostgresDriver implements Driver {
  /** Statements and transactions that run, or wait for a connection. */
  readonly #used = new Set<PostgresConnection>();
  /** Clients that were given back: those that the pool gives again have been idle. */
  readonly #usedClients = new WeakSet<PoolClient>();
  #onUnused: (() => void) | undefined;
  #isMigrating = false;
  readonly #preparedNames = new PreparedNames();
  readonly #waitingReads = new WaitingCalls<PostgresResult>();

  constructor(private readonly needs: PostgresDriverNeeds) {}

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<PostgresConnection> {
    const connection = new PostgresConnection(this);
    this.#used.add(connection);
    return Promise.resolve(connection);
  }

  async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel && `isolation level ${isolationLevel}`;
    const begin = ["begin", level, accessMode].filter((part) => part !== undefined).join(" ");
    await this.#translating(async () => {
      await this.#again(connection, () => this.#send(connection, { text: begin }));
      connection.isTransaction = true;
      // A migration may change every row of a large table.
      if (this.#isMigrating) {
        await this.#send(connection, { text: "set local statement_timeout = 0" });
      }
    });
  }

  /** @throws {Error} the server rolled back, because a statement had failed */
  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const { command } = await this.#translating(() => this.#send(connection, { text: "commit" }));
    if (command !== "COMMIT") throw new Error(`The database answered a commit with ${command}.`);
  }

  /** Rolls back, and ignores errors: what failed before must stay visible. */
  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await this.#send(connection, { text: "rollback" }).catch(() => (connection.isLost = true));
  }

  releaseConnection(connection: PostgresConnection): Promise<void> {
    if (connection.client !== undefined) this.#usedClients.add(connection.client);
    connection.giveBack();
    connection.isTransaction = false;
    this.#used.delete(connection);
    if (this.#used.size === 0) this.#onUnused?.();
    return Promise.resolve();
  }

  /** Waits for everything that runs, then closes all connections. */
  async destroy(): Promise<void> {
    if (this.#used.size > 0) await new Promise<void>((resolve) => (this.#onUnused = resolve));
    await this.needs.pool.end();
  }

  /** Runs a migration without time limits for its statements. */
  async migrate<T>(work: () => Promise<T>): Promise<T> {
    this.#isMigrating = true;
    try {
      return await work();
    } finally {
      this.#isMigrating = false;
    }
  }

  /** Runs a statement. */
  async run(
    connection: PostgresConnection,
    { sql, parameters, query }: CompiledQuery,
  ): Promise<QueryResult<unknown>> {
    const values = parameters.map(toParameter);
    const isRead = query.kind === "SelectQueryNode" && !connection.isTransaction;
    // What is not repeated is not prepared: it would fail once after a migration by a newer server.
    const name = isRead && !this.#isMigrating ? this.#preparedNames.nameOf(sql) : undefined;
    const send = (begin?: () => void): Promise<PostgresResult> =>
      this.#send(connection, { text: sql, values, name }, begin);
    const read = (begin?: () => void): Promise<PostgresResult> =>
      this.#again(connection, () => send(begin));
    const { command, rowCount, rows } = await this.#translating(() => {
      if (!isRead) return send();
      // Only reads that must wait are shared: of others, the key would cost more than it saves.
      const isShared = this.needs.pool.isFull && values.every(isPlain);
      return isShared ? this.#waitingReads.join(JSON.stringify([sql, values]), read) : read();
    });
    return {
      rows,
      ...(CHANGING.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  /** Reads the values of a select of one column of bytes, in its order; it has no parameters. */
  async readBytes(select: string): Promise<readonly Uint8Array[]> {
    const connection = await this.acquireConnection();
    const read = (): Promise<readonly Uint8Array[]> =>
      this.#use(connection, { isRead: true }, (client, limit) =>
        copiedBytes(client, select, limit),
      );
    try {
      return await this.#translating(() => this.#again(connection, read));
    } finally {
      await this.releaseConnection(connection);
    }
  }

  /** Does what may be repeated, and repeats it where the connection was lost. */
  async #again<T>(connection: PostgresConnection, work: () => Promise<T>): Promise<T> {
    for (let repeated = 0; ; repeated += 1) {
      try {
        return await work();
      } catch (failure) {
        const { client } = connection;
        // Without a client, the server could not be reached.
        if (client === undefined || !isConnectionLost(failure)) throw failure;
        const wasIdle = this.#usedClients.has(client) && repeated < this.needs.pool.max;
        if (repeated > 0 && !wasIdle) throw failure;
        connection.giveBack();
      }
    }
  }

  /** @param begin called when the statement has a connection */
  #send(
    connection: PostgresConnection,
    { text, values = [], name }: Statement,
    begin?: () => void,
  ): Promise<PostgresResult> {
    const isRead = /^\s*select\b/iu.test(text);
    return this.#use(connection, { isRead }, (client, limit) => {
      begin?.();
      return client.query({
        ...{ text, values },
        ...(name !== undefined && { name }),
        ...(limit !== undefined && { query_timeout: limit }),
      });
    });
  }

  /** Sends something by the client of a connection, with the maximum time until an answer. */
  async #use<T>(
    connection: PostgresConnection,
    { isRead }: { readonly isRead: boolean },
    send: (client: PoolClient, limitMilliseconds: number | undefined) => Promise<T>,
  ): Promise<T> {
    connection.client ??= await this.#connect(isRead);
    try {
      return await send(connection.client, this.#isMigrating ? undefined : ANSWER_MILLISECONDS);
    } catch (failure) {
      const isLeft = isReadOnly(failure);
      if (isLeft) this.needs.pool.leaveHost();
      if (isLeft || isConnectionLost(failure)) connection.isLost = true;
      throw failure;
    }
  }

  /**
   * Takes a connection. Where none is left to take, it waits until one is closed or given back, and unless it is for a
   * read, for a server that cannot be reached.
   */
  async #connect(isRead: boolean): Promise<PoolClient> {
    const { pool, waitMilliseconds } = this.needs;
    const deadline = performance.now() + waitMilliseconds;
    for (;;) {
      try {
        return await pool.connect();
      } catch (failure) {
        const left = deadline - performance.now();
        const isWaitedFor = isConnectionMissing(failure) || (!isRead && isConnectionLost(failure));
        if (left <= 0 || !isWaitedFor) throw failure;
        await sleep(Math.min(RECONNECT_MILLISECONDS, left));
      }
    }
  }

  async #translating<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (failure) {
      // An error while starting names the database.
      throw this.#isMigrating ? failure : translatePostgresFailure(failure);
    }
  }
}

/** What is sent to the server. */
interface Statement {
  readonly text: string;
  readonly values?: unknown[];
  /** Of one that is prepared. */
  readonly name?: string | undefined;
}

/** Returns whether a value is written as JSON in few characters, and differently from every other one. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === "string" ||
  typeof value === "boolean" ||
  Number.isFinite(value);

/** The connection that kysely uses for a statement or a transaction. */
class PostgresConnection implements DatabaseConnection {
  /** Absent before the first statement. */
  client: PoolClient | undefined;
  isTransaction = false;
  /** Whether the client cannot be used again. */
  isLost = false;

  constructor(private readonly driver: PostgresDriver) {}

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.driver.run(this, query) as Promise<QueryResult<Row>>;
  }

  /** Streams all rows in one chunk. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  /** Gives the client back to the pool, which closes a lost one. */
  giveBack(): void {
    this.client?.release(this.isLost);
    this.client = undefined;
    this.isLost = false;
  }
}

/**
 * The names of selects that are prepared, so that PostgreSQL plans them a few times for each connection and not for
 * each request: those that are sent a second time, up to a number, and that name their columns.
 */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  readonly #sentOnce = new Set<string>();

  /** Returns the name of a select, `undefined` where it is not to be prepared. */
  nameOf(select: string): string | undefined {
    const name = this.#names.get(select);
    if (name !== undefined || this.#names.size >= MAX_NAMES || ALL_COLUMNS.test(select)) {
      return name;
    }
    if (!this.#sentOnce.delete(select)) {
      this.#remember(select);
      return undefined;
    }
    const digest = createHash("sha256").update(select).digest("hex").slice(0, 32);
    this.#names.set(select, digest);
    return digest;
  }

  #remember(select: string): void {
    this.#sentOnce.add(select);
    const [oldest] = this.#sentOnce;
    if (this.#sentOnce.size > MAX_REMEMBERED && oldest !== undefined) this.#sentOnce.delete(oldest);
  }
}

/**
 * Returns the values of a select of one column of bytes, in its order.
 *
 * It is a copy, because the driver reads the bytes of all other results as text of twice the length.
 *
 * @param select without parameters
 * @param limitMilliseconds maximum time until the answer; no limit if `undefined`
 * @throws {Error} the query failed, or a row is something else than one value of bytes
 */
function copiedBytes(
  client: PoolClient,
  select: string,
  limitMilliseconds: number | undefined,
): Promise<readonly Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const query = new CopyOut(select, limitMilliseconds, (failure) => {
      if (failure) reject(failure);
      else if (query.isUnexpected) reject(new Error("A copied row is not one value of bytes."));
      else resolve(query.values);
    });
    client.query(query);
  });
}

/** A binary copy of the rows of a select. The driver calls its methods with the messages of the server. */
class CopyOut extends pg.Query {
  readonly values: Uint8Array[] = [];
  isUnexpected = false;
  /** Read by the driver. */
  readonly query_timeout: number | undefined;

  constructor(
    select: string,
    limitMilliseconds: number | undefined,
    onEnd: (failure: Error | null | undefined) => void,
  ) {
    super(`copy (${select}) to stdout (format binary)`, onEnd);
    this.query_timeout = limitMilliseconds;
  }

  /** Reads a message: the header, with the first row behind it; another row; or the end. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const isHeader = chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE);
    const start = isHeader ? EXTENSION_LENGTH_AT + 4 + chunk.readInt32BE(EXTENSION_LENGTH_AT) : 0;
    const row = chunk.subarray(start);
    if (row.length === 0 || row.readInt16BE() === END) return;
    if (row.readInt16BE() === 1 && row.readInt32BE(2) === row.length - VALUE_AT) {
      // A copy, because the driver uses the memory again.
      this.values.push(Uint8Array.prototype.slice.call(row, VALUE_AT));
    } else {
      // An error that is thrown here would end the process.
      this.isUnexpected = true;
    }
  }
}
