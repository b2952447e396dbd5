import pg from "pg";
import { hostUrlsOf } from "../../../domain/operations/database-hosts.js";
import { postgresAddressOf } from "../../../domain/operations/postgres-address.js";
import { isHostUnusable, messageOf, NoHostError } from "./postgres-failure.js";
import { refuseUnusable } from "./postgres-server.js";
import { storedText } from "./stored-text.js";

/** Maximum time of a statement on the server. Every statement of a request takes milliseconds. */
const STATEMENT_MILLISECONDS = 30_000;

/** Maximum time until an answer: later than the server's own limit, for a server that is silent. */
export const ANSWER_MILLISECONDS = STATEMENT_MILLISECONDS + 5_000;

/** How long a connection stays open without use. */
const IDLE_MILLISECONDS = 60_000;

/** Silence after which a connection is tested, so that routers do not forget it. */
const KEEP_ALIVE_MILLISECONDS = 30_000;

/** Maximum time between two statements of a transaction: a stopped process holds its locks no longer. */
const IDLE_IN_TRANSACTION_MILLISECONDS = 60_000;

/** The limits of a pool of connections, for each host. */
export interface PoolLimits {
  /** Maximum number of connections, >= 2. */
  readonly connections: number;
  /** Maximum wait for a connection, and for a lock; milliseconds. */
  readonly waitMilliseconds: number;
}

/**
 * The connections to a database that has one host or several. Of several, all connections are to the same one: the first
 * that can be reached and written, until that is lost; then the next one after it.
 */
export class PostgresPool {
  readonly #hosts: readonly PooledHost[];
  #current = 0;
  #ended: Promise<unknown> | undefined;

  /** Nothing is connected yet. */
  constructor(
    url: string,
    private readonly limits: PoolLimits,
  ) {
    const urls = hostUrlsOf(url);
    this.#hosts = urls.map((hostUrl) => ({
      address: postgresAddressOf(hostUrl),
      pool: createPool(hostUrl, { ...limits, mustBeUsable: urls.length > 1 }),
    }));
  }

  /** The maximum number of connections to one host. */
  get max(): number {
    return this.limits.connections;
  }

  /** Whether each connection is in use, so that the next call waits for one. */
  get isFull(): boolean {
    const pool = this.#hosts[this.#current]?.pool;
    return pool !== undefined && pool.idleCount === 0 && pool.totalCount >= this.max;
  }

  /**
   * Takes a connection; its `release` gives it back.
   *
   * @throws {Error} the host refuses it, or of several none can be used; a certificate that the URL names cannot be read
   */
  async connect(): Promise<pg.PoolClient> {
    const failures: string[] = [];
    for (;;) {
      const host = this.#hosts[this.#current];
      if (host === undefined) throw new Error("The database has no host.");
      try {
        return await host.pool.connect();
      } catch (failure) {
        if (this.#hosts.length === 1 || !isHostUnusable(failure)) throw failure;
        failures.push(`${host.address}: ${messageOf(failure)}`);
        this.#leave(host);
        if (failures.length === this.#hosts.length) throw new NoHostError(failures);
      }
    }
  }

  /** Takes a connection for some work. */
  async use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  /** Opens later connections to the next host, because this one has become read-only. */
  leaveHost(): void {
    const host = this.#hosts[this.#current];
    if (host) this.#leave(host);
  }

  /** Closes all connections when they have been given back. May be called twice. */
  async end(): Promise<void> {
    this.#ended ??= Promise.all(this.#hosts.map(({ pool }) => pool.end()));
    await this.#ended;
  }

  /** Others may have left it before. */
  #leave(host: PooledHost): void {
    if (this.#hosts[this.#current] === host)
      this.#current = (this.#current + 1) % this.#hosts.length;
  }
}

interface PooledHost {
  /** Names the database on this host to people. */
  readonly address: string;
  readonly pool: pg.Pool;
}

/** Creates the pool of one host. */
function createPool(
  url: string,
  { connections, waitMilliseconds, mustBeUsable }: PoolLimits & { readonly mustBeUsable: boolean },
): pg.Pool {
  const limits = [
    `set statement_timeout = ${STATEMENT_MILLISECONDS}`,
    `set lock_timeout = ${waitMilliseconds}`,
    `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MILLISECONDS}`,
    // A user may have one, since version 17, which would end the migrations.
    "select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'",
  ].join("; ");
  const prepare = async (client: pg.PoolClient): Promise<void> => {
    await client.query(limits);
    if (mustBeUsable) await refuseUnusable(client);
  };
  const pool = new pg.Pool({
    connectionString: url,
    fallback_application_name: "overtone",
    max: connections,
    connectionTimeoutMillis: waitMilliseconds,
    idleTimeoutMillis: IDLE_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    // Not as parameters of the start, which poolers refuse. The pool waits for the result.
    verify: (client, done) => void prepare(client).then(() => done(), done),
    types: { getTypeParser },
  });
  // A lost connection is removed from the pool; without listeners, it would end the process.
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

const ignore = (): void => undefined;

/** Returns the conversion of values of a type. */
const getTypeParser: pg.CustomTypesConfig["getTypeParser"] = (type: number, format) =>
  type === (pg.types.builtins.INT8 as number)
    ? toSafeInteger
    : (pg.types.getTypeParser(type, format) as (value: string) => unknown);

/** @throws {RangeError} the number has more digits than a JavaScript number holds */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`The database has ${text} where at most 2^53 is expected.`);
}

/**
 * Returns a value as both database systems store it. PostgreSQL has no text with U+0000 and would
 * refuse the statement, so that a request with such an id would be an internal error. SQLite stores
 * NaN as null.
 */
export function toParameter(value: unknown): unknown {
  if (typeof value === "string") return storedText(value);
  return Number.isNaN(value) ? null : value;
}
