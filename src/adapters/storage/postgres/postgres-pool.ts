import pg from "pg";
import { storedText } from "./stored-text.js";

/** The driver's message where no connection became free within the limit; it has no code. */
export const POOL_TIMEOUT_MESSAGE = "timeout exceeded when trying to connect";

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

/** The limits of a pool of connections. */
export interface PoolLimits {
  /** Maximum number of connections, >= 2. */
  readonly connections: number;
  /** Maximum wait for a connection, and for a lock; milliseconds. */
  readonly waitMilliseconds: number;
}

/**
 * Creates a pool of connections. Nothing is connected yet.
 *
 * @throws {Error} a certificate that the URL names cannot be read
 */
export function createPool(url: string, { connections, waitMilliseconds }: PoolLimits): pg.Pool {
  const limits = [
    `set statement_timeout = ${STATEMENT_MILLISECONDS}`,
    `set lock_timeout = ${waitMilliseconds}`,
    `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MILLISECONDS}`,
  ].join("; ");
  const pool = new pg.Pool({
    connectionString: url,
    fallback_application_name: "overtone",
    max: connections,
    connectionTimeoutMillis: waitMilliseconds,
    idleTimeoutMillis: IDLE_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
    // Not as parameters of the start, which poolers refuse. The pool waits for the result.
    verify: (client, done) => void client.query(limits).then(() => done(), done),
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
