import type { PoolClient } from "pg";
import { ADDED_FOLDERS, PAUSED_FOLDERS, type DatabaseInspection } from "./database-inspection.js";
import { type CheckRow, inspectedCheck, LAST_CHECK } from "./inspected-check.js";
import { UNFINISHED_COPY } from "../storage/migrations/migrate.js";
import { postgresAddressOf } from "../../domain/operations/postgres-address.js";
import { translateOpeningFailure } from "../storage/postgres/postgres-failure.js";
import { PostgresPool } from "../storage/postgres/postgres-pool.js";
import { versionText } from "../storage/postgres/postgres-server.js";
import { refuseUnsupported } from "../storage/postgres/supported-server.js";

const WAIT_MILLISECONDS = 2_000;

/**
 * Inspects a PostgreSQL database without changes. It is refused for the reasons that a start has.
 *
 * @param now milliseconds since 1970
 * @throws {Error} it cannot be reached, or the server, or this user's permissions, are not sufficient;
 *   the message does not contain the password
 */
export async function inspectPostgres(url: string, now: number): Promise<DatabaseInspection> {
  const pool = new PostgresPool(url, { connections: 2, waitMilliseconds: WAIT_MILLISECONDS });
  try {
    const { version } = await refuseUnsupported(pool);
    const found = await pool.use((client) => inspected(client, now));
    return { ...found, server: `PostgreSQL ${versionText(version)}` };
  } catch (failure) {
    throw translateOpeningFailure(failure, postgresAddressOf(url));
  } finally {
    await pool.end();
  }
}

async function inspected(
  client: PoolClient,
  now: number,
): Promise<Omit<DatabaseInspection, "server">> {
  const [clockAheadMilliseconds = 0] = await column<number>(
    client,
    "select $1 - cast(extract(epoch from clock_timestamp()) * 1000 as bigint)",
    now,
  );
  const tables = await column<string>(
    client,
    "select tablename::text from pg_tables where schemaname = any(current_schemas(false))",
  );
  const read = <Value>(table: string, sql: string, ...values: unknown[]) =>
    tables.includes(table) ? column<Value>(client, sql, ...values) : [];
  const entryCount =
    "select count(*) from cache_entries where expires_at is null or expires_at > $1";
  const { rows: counts } = tables.includes("library_files")
    ? await client.query<{ folder: string; count: number }>(
        "select folder, count(*) as count from library_files group by folder",
      )
    : { rows: [] };
  const { rows: checks } = tables.includes("stored_checks")
    ? await client.query<CheckRow>(LAST_CHECK)
    : { rows: [] };
  const [connectionLimit] = await column<number>(client, CONNECTION_LIMIT);
  return {
    clockAheadMilliseconds,
    ...(connectionLimit !== undefined && { connectionLimit }),
    damage: [],
    isUnfinished: tables.includes(UNFINISHED_COPY),
    migrations: await read("kysely_migration", "select name from kysely_migration order by name"),
    cacheEntryCount: (await read<number>("cache_entries", entryCount, now))[0] ?? 0,
    ...inspectedCheck(checks[0]),
    fileCounts: new Map(counts.map(({ folder, count }) => [folder, count])),
    addedFolders: await read<string>("library_folders", ADDED_FOLDERS),
    pausedFolderCount: (await read<number>("library_folders", PAUSED_FOLDERS))[0] ?? 0,
  };
}

/**
 * The most connections that this user may have to this database. Limits of users and databases do not hold for
 * superusers, and what is reserved for these is not for others.
 */
const CONNECTION_LIMIT = `select least(
    current_setting('max_connections')::int
      - case when rolsuper then 0 else current_setting('superuser_reserved_connections')::int end,
    case when rolsuper or rolconnlimit < 0 then null else rolconnlimit end,
    case when rolsuper or datconnlimit < 0 then null else datconnlimit end)
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`;

/** Returns the first column of all rows. */
async function column<Value>(
  client: PoolClient,
  text: string,
  ...values: unknown[]
): Promise<readonly Value[]> {
  const { rows } = await client.query<Value[]>({ text, values, rowMode: "array" });
  return rows.flatMap(([value]) => (value === undefined ? [] : [value]));
}
