import type { PoolClient } from "pg";
import { UnusableServerError } from "./postgres-failure.js";

/** The oldest supported version, as the server counts: 14.0. */
const MIN_VERSION = 140_000;

/** What a server says of itself. */
export interface PostgresServer {
  /** As the server counts, e.g. 140023 for 14.23. */
  readonly version: number;
  readonly encoding: string;
  /** Whether it is a standby, which cannot be written. */
  readonly isStandby: boolean;
  /** Whether transactions only read, by the settings of the database or of the user. */
  readonly isReadOnly: boolean;
}

/**
 * Reads what a server says of itself, and refuses one that cannot be used.
 *
 * @throws {UnusableServerError} it is too old, a standby, or read-only, or its database has another encoding than UTF8
 */
export async function refuseUnusable(client: PoolClient): Promise<PostgresServer> {
  const server = await readServer(client);
  const problem = serverProblemOf(server);
  if (problem !== undefined) throw new UnusableServerError(problem);
  return server;
}

/** Reads what the server says of itself. */
async function readServer(client: PoolClient): Promise<PostgresServer> {
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
