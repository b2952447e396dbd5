import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Row } from "../copy/copied-tables.js";
import type { DatabaseSystem } from "../opened-dialect.js";
import type { SealedTable } from "./sealed-tables.js";

/** What removes the seal of a row. */
const CHANGES = ["update", "delete"] as const;

/**
 * Returns the key of a row as text, as only the database writes it.
 *
 * @param of the table, or what stands for it in a trigger
 */
export function sealKeyOf(
  system: DatabaseSystem,
  { key }: Pick<SealedTable, "key">,
  of: string,
): RawBuilder<string> {
  const columns = sql.join(key.map((column) => sql.ref(`${of}.${column}`)));
  return system === "sqlite"
    ? sql<string>`json_array(${columns})`
    : sql<string>`cast(json_build_array(${columns}) as text)`;
}

/** Makes the triggers of a table by which every statement that changes a row removes its seal. */
export async function makeSealTriggers(
  kysely: Kysely<Record<string, Row>>,
  system: DatabaseSystem,
  table: SealedTable,
): Promise<void> {
  if (system === "sqlite") {
    for (const change of CHANGES) await sqliteTrigger(table, change).execute(kysely);
    return;
  }
  await postgresFunction(table).execute(kysely);
  for (const change of CHANGES) {
    const name = nameOf(table, change);
    await sql`drop trigger if exists ${name} on ${sql.table(table.name)}`.execute(kysely);
    await sql`
      create trigger ${name} after ${sql.raw(change)} on ${sql.table(table.name)}
      referencing old table as changed for each statement execute function ${functionOf(table)}()
    `.execute(kysely);
  }
}

const nameOf = ({ name }: SealedTable, change: string): RawBuilder<unknown> =>
  sql.ref(`unseal_${name}_on_${change}`);

const functionOf = ({ name }: SealedTable): RawBuilder<unknown> => sql.ref(`unseal_${name}`);

const sqliteTrigger = (table: SealedTable, change: string): RawBuilder<unknown> => sql`
  create trigger if not exists ${nameOf(table, change)} after ${sql.raw(change)} on ${sql.table(table.name)}
  begin
    delete from row_seals
    where table_name = ${sql.lit(table.name)} and row_key = ${sealKeyOf("sqlite", table, "old")};
  end
`;

/** It finds the seals also where a connection searches other schemas. */
const postgresFunction = (table: SealedTable): RawBuilder<unknown> => sql`
  create or replace function ${functionOf(table)}() returns trigger language plpgsql
  set search_path from current as $body$
  begin
    delete from row_seals using changed
    where row_seals.table_name = ${sql.lit(table.name)}
    and row_seals.row_key = ${sealKeyOf("postgres", table, "changed")};
    return null;
  end
  $body$
`;
