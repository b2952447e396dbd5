import { setTimeout as sleep } from "node:timers/promises";
import {
  ColumnDefinitionNode,
  type DataTypeNode,
  type Dialect,
  type Kysely,
  type Migration,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import type { OpenedDialect } from "../opened-dialect.js";
import { postgresAddressOf } from "../../../domain/operations/postgres-address.js";
import { PostgresDriver } from "./postgres-driver.js";
import {
  isConnectionLost,
  isConnectionMissing,
  translateOpeningFailure,
} from "./postgres-failure.js";
import { PostgresPool } from "./postgres-pool.js";
import { refuseUnsupported } from "./supported-server.js";
import { columnsOfEstimates } from "../migrations/0012-join-estimates.js";
import { shareLimitsOnPostgres } from "../migrations/0015-share-limits.js";

/**
 * Replaces the columns of estimates by one. It converts no rows: the first version for PostgreSQL had
 * this migration, so that the table is empty. A row would be an error, because the new column has no
 * default.
 */
const joinEstimates: Migration = {
  async up(kysely: Kysely<unknown>): Promise<void> {
    const dropped = columnsOfEstimates.map((column) => sql`drop column ${sql.ref(column)}`);
    await sql`alter table analyses add column estimates text collate "C" not null,
      ${sql.join(dropped)}`.execute(kysely);
  },
};

/** Migrations that have other statements on PostgreSQL than on SQLite, by their name. */
const postgresMigrations: Readonly<Record<string, Migration>> = {
  "0012-join-estimates": joinEstimates,
  "0015-share-limits": shareLimitsOnPostgres,
};

/** Maximum wait of a start for a server that starts at the same time, and for connections that others close. */
const OPENING_WAIT_MILLISECONDS = 10_000;

/** Pause between two attempts to connect. */
const OPENING_PAUSE_MILLISECONDS = 200;

/** Maximum wait of a start while another process migrates. */
const MIGRATION_WAIT_MILLISECONDS = 60_000;

/** Maximum wait of a statement for a connection, a lock, or a server that cannot be reached. */
const DEFAULT_WAIT_MILLISECONDS = 5_000;

const DEFAULT_CONNECTIONS = 10;

/** Names the lock that migrations take; any number that no other program takes on the same database. */
const MIGRATION_LOCK = "4937213960817705221";

/** Options for opening a PostgreSQL database. */
export interface PostgresOptions {
  /** Maximum wait of a statement, milliseconds; default 5 000. */
  readonly waitMilliseconds?: number | undefined;
  /** Maximum wait of the start for a server that cannot be reached, or has no free connection; default 10 000. */
  readonly openingWaitMilliseconds?: number | undefined;
  /** Maximum number of connections, >= 2; default 10. */
  readonly connections?: number | undefined;
}

/**
 * Opens a PostgreSQL database.
 *
 * @param url as the package pg understands it; it may have several hosts
 * @throws {Error} the server cannot be reached, refuses the user or is not supported; the message does
 *   not contain the password
 */
export async function openPostgres(
  url: string,
  options: PostgresOptions = {},
): Promise<OpenedDialect> {
  const { connections = DEFAULT_CONNECTIONS } = options;
  const { waitMilliseconds = DEFAULT_WAIT_MILLISECONDS } = options;
  const address = postgresAddressOf(url);
  const pool = new PostgresPool(url, { connections, waitMilliseconds });
  try {
    await waitForServer(pool, options.openingWaitMilliseconds ?? OPENING_WAIT_MILLISECONDS);
    return openedDialect(pool, { address, waitMilliseconds });
  } catch (failure) {
    await pool.end();
    throw translateOpeningFailure(failure, address);
  }
}

async function waitForServer(pool: PostgresPool, waitMilliseconds: number): Promise<void> {
  const deadline = performance.now() + waitMilliseconds;
  for (;;) {
    try {
      await refuseUnsupported(pool);
      return;
    } catch (failure) {
      const isWaitedFor = isConnectionLost(failure) || isConnectionMissing(failure);
      if (!isWaitedFor || performance.now() > deadline) throw failure;
      await sleep(OPENING_PAUSE_MILLISECONDS);
    }
  }
}

function openedDialect(
  pool: PostgresPool,
  { address, waitMilliseconds }: { readonly address: string; readonly waitMilliseconds: number },
): OpenedDialect {
  const driver = new PostgresDriver({ pool, waitMilliseconds });
  return {
    system: "postgres",
    dialect: dialectOf(driver),
    tables: sql`select tablename as name from pg_tables where schemaname = any(current_schemas(false))`,
    migrations: postgresMigrations,
    readBytes: (select) => driver.readBytes(select),
    async lockForMigration(migrate) {
      try {
        return await lockedForMigration(pool, () => driver.migrate(migrate));
      } catch (failure) {
        throw translateOpeningFailure(failure, address);
      }
    },
    release() {
      void pool.end();
    },
  };
}

/** Runs a migration under a lock of the database that ends with its connection. */
async function lockedForMigration<T>(pool: PostgresPool, migrate: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`set lock_timeout = ${MIGRATION_WAIT_MILLISECONDS}`);
    await client.query("set statement_timeout = 0");
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    const result = await migrate();
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
    return result;
  } finally {
    // Closed, because of its changed limits.
    client.release(true);
  }
}

function dialectOf(driver: PostgresDriver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new QueryCompiler(),
    createIntrospector: (kysely: Kysely<unknown>) => new PostgresIntrospector(kysely),
  };
}

/** The types of columns, where PostgreSQL has other ones than SQLite. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  blob: "bytea",
  // Text is compared and ordered by its bytes, as SQLite does, whatever the locale of the database.
  text: 'text collate "C"',
};

class QueryCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    const isColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode);
    const type = isColumn ? COLUMN_TYPES[node.dataType] : undefined;
    if (type === undefined) super.visitDataType(node);
    else this.append(type);
  }
}
