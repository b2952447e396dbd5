import type { Pool, PoolClient } from "pg";

/** The oldest supported version, as the server counts: 14.0. */
const MIN_VERSION = 140_000;

/** What a server says of itself. */
interface PostgresServer {
  /** As the server counts, e.g. 140023 for 14.23. */
  readonly version: number;
  readonly encoding: string;
  /** Whether it is a standby, which cannot be written. */
  readonly isStandby: boolean;
  /** Whether transactions only read, by the settings of the database or of the user. */
  readonly isReadOnly: boolean;
}

/** How often a pooler is tempted to give one connection of the server to two of its clients. */
const POOLER_ROUNDS = 3;

const POOLER_PROBLEM =
  "There is a pooler before the database that gives connections to transactions, such as PgBouncer with pool_mode = transaction: use pool_mode = session, or the address of the server itself.";

/**
 * Connects, and refuses a server that cannot be used.
 *
 * @throws {Error} the server is too old, a standby, or read-only, its database has another encoding than UTF8,
 * or connections do not stay the same
 */
export async function refuseUnsupported(pool: Pool): Promise<PostgresServer> {
  const server = await readServer(pool);
  const problem = serverProblemOf(server);
  if (problem !== undefined) throw new Error(problem);
  if (await isPooledByTransaction(pool)) throw new Error(POOLER_PROBLEM);
  return server;
}

/**
 * Returns whether two connections that are open at once are one of the server, or one is several: then limits,
 * prepared statements and locks of a connection are those of another.
 */
async function isPooledByTransaction(pool: Pool): Promise<boolean> {
  const first = await pool.connect();
  try {
    const second = await pool.connect();
    try {
      return await shareProcesses(first, second);
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
}

async function shareProcesses(first: PoolClient, second: PoolClient): Promise<boolean> {
  const [ofFirst, ofSecond] = [new Set<number>(), new Set<number>()];
  for (let round = 0; round < POOLER_ROUNDS; round += 1) {
    ofFirst.add(await processOf(first));
    ofSecond.add(await processOf(second));
  }
  return new Set([...ofFirst, ...ofSecond]).size !== 2;
}

/** Returns the number of the server's process that runs a statement of a connection. */
async function processOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? NaN;
}

/** Reads what the server says of itself. */
async function readServer(client: Pool): Promise<PostgresServer> {
  const { rows } = await client.query<PostgresServer>(
    `select current_setting('server_version_num')::int as "version",
      current_setting('server_encoding') as "encoding", pg_is_in_recovery() as "isStandby",
      current_setting('default_transaction_read_only') = 'on' as "isReadOnly"`,
  );
  const [server] = rows;
  if (server === undefined) throw new Error("The database does not say its version.");
  return server;
}

/** Returns why a server cannot be used, or `undefined` where it can. */
export function serverProblemOf({
  version,
  encoding,
  isStandby,
  isReadOnly,
}: PostgresServer): string | undefined {
  if (version < MIN_VERSION) {
    return `PostgreSQL ${versionText(version)} is too old: Overtone needs version 14 or newer.`;
  }
  if (encoding !== "UTF8") {
    return `The database has the encoding ${encoding}: create it with the encoding UTF8.`;
  }
  if (isStandby) return "The PostgreSQL server is a standby: use the primary server.";
  return isReadOnly
    ? "The database is read-only (default_transaction_read_only): set it to off for the database and this user."
    : undefined;
}

/** Returns a version as people write it: 14.23, and 9.6 before 10. */
export function versionText(version: number): string {
  const major = Math.floor(version / 10_000);
  return major < 10 ? `${major}.${Math.floor(version / 100) % 100}` : `${major}.${version % 100}`;
}
