import type { PoolClient } from "pg";
import type { PostgresPool } from "./postgres-pool.js";
import { refuseUnusable, type PostgresServer } from "./postgres-server.js";
import { findMissingRight } from "./user-rights.js";

/** How often a pooler is tempted to give one connection of the server to two of its clients. */
const POOLER_ROUNDS = 3;

const POOLER_PROBLEM =
  "There is a pooler before the database that gives connections to transactions, such as PgBouncer with pool_mode = transaction: use pool_mode = session, or the address of the server itself.";

/**
 * Connects, and refuses a server that cannot be used. Whatever passes is opened by a start, and called usable by the
 * diagnosis.
 *
 * @throws {Error} the server is too old, a standby, or read-only, its database has another encoding than UTF8,
 * connections do not stay the same, or the user lacks a right
 */
export async function refuseUnsupported(pool: PostgresPool): Promise<PostgresServer> {
  const server = await pool.use(refuseUnusable);
  if (await isPooledByTransaction(pool)) throw new Error(POOLER_PROBLEM);
  const missing = await pool.use(findMissingRight);
  if (missing !== undefined) throw new Error(missing);
  return server;
}

/**
 * Returns whether two connections that are open at once are one of the server, or one is several: then limits,
 * prepared statements and locks of a connection are those of another.
 */
function isPooledByTransaction(pool: PostgresPool): Promise<boolean> {
  return pool.use((first) => pool.use((second) => shareProcesses(first, second)));
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
