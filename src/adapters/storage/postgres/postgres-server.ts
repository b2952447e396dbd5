import type { ClientBase, Pool } from "pg";

/** The oldest supported version, as the server counts: 14.0. */
const MIN_VERSION = 140_000;

/** What a server says of itself. */
interface PostgresServer {
  /** As the server counts, e.g. 140023 for 14.23. */
  readonly version: number;
  readonly encoding: string;
  /** Whether it is a standby, which cannot be written. */
  readonly isStandby: boolean;
}

/**
 * Connects, and refuses a server that cannot be used.
 *
 * @throws {Error} the server is too old, a standby, or its database has another encoding than UTF8
 */
export async function refuseUnsupported(client: Pool | ClientBase): Promise<void> {
  const problem = serverProblemOf(await readServer(client));
  if (problem !== undefined) throw new Error(problem);
}

/** Reads what the server says of itself. */
export async function readServer(client: Pool | ClientBase): Promise<PostgresServer> {
  const { rows } = await client.query<PostgresServer>(
    `select current_setting('server_version_num')::int as "version",
      current_setting('server_encoding') as "encoding", pg_is_in_recovery() as "isStandby"`,
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
}: PostgresServer): string | undefined {
  if (version < MIN_VERSION) {
    return `PostgreSQL ${versionText(version)} is too old: Overtone needs version 14 or newer.`;
  }
  if (encoding !== "UTF8") {
    return `The database has the encoding ${encoding}: create it with the encoding UTF8.`;
  }
  return isStandby ? "The PostgreSQL server is a standby: use the primary server." : undefined;
}

/** Returns a version as people write it: 14.23, and 9.6 before 10. */
export function versionText(version: number): string {
  const major = Math.floor(version / 10_000);
  return major < 10 ? `${major}.${Math.floor(version / 100) % 100}` : `${major}.${version % 100}`;
}
