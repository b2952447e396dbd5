import type { PoolClient } from "pg";
import { migrationNames } from "../migrations/migrate.js";

/** What the user of a connection may do in its database. */
interface UserRights {
  /** Whether it may create tables where statements without a schema do so. */
  readonly mayCreate: boolean;
  /** A table that it may not read or write; `null` where there is none. */
  readonly refusedTable: string | null;
  /** A table that belongs to another user; `null` where there is none. */
  readonly foreignTable: string | null;
}

/** The tables of the schemas that statements see. A schema that the user may not use is none of them. */
const TABLES = `pg_class as relation where relkind in ('r', 'p') and relnamespace = any(
  select oid from pg_namespace where nspname = any(current_schemas(false)))`;

const RIGHTS = ["SELECT", "INSERT", "UPDATE", "DELETE"]
  .map((right) => `has_table_privilege(relation.oid, '${right}')`)
  .join(" and ");

/** Returns which right the user of a connection lacks that a start or a request needs; `undefined` where none. */
export async function findMissingRight(client: PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<UserRights>(
    `select coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate",
      (select min(relname::text) from ${TABLES} and not (${RIGHTS})) as "refusedTable",
      (select min(relname::text) from ${TABLES} and not pg_has_role(relowner, 'USAGE')) as "foreignTable"`,
  );
  const { mayCreate = false, refusedTable = null, foreignTable = null } = rows[0] ?? {};
  if (refusedTable !== null) {
    return `The database lets this user not read and write the table ${refusedTable}: grant it, or let the user own the table.`;
  }
  if (await isMigrated(client)) return undefined;
  if (!mayCreate) {
    return "The database lets this user create no tables: grant CREATE on its schema, or let the user own the database.";
  }
  return foreignTable === null
    ? undefined
    : `The table ${foreignTable} belongs to another user, so that this user cannot migrate it: let the user own it.`;
}

/** Returns whether a database has all migrations, so that a start changes no table. */
async function isMigrated(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ readonly isThere: boolean }>(
    `select to_regclass('kysely_migration') is not null as "isThere"`,
  );
  if (rows[0]?.isThere !== true) return false;
  const applied = await client.query<{ readonly name: string }>(
    "select name from kysely_migration",
  );
  const names = new Set(applied.rows.map(({ name }) => name));
  return migrationNames.every((name) => names.has(name));
}
