import { setTimeout as pause } from "node:timers/promises";
import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import { StorageDamagedError } from "../../../domain/errors/availability-errors.js";
import { prefixesOf, type Share } from "../../../domain/library/stored-check.js";
import type { CheckedRows, RowSeals } from "../../../ports/runtime/row-seals.js";
import { isBehind, rowKeyOf } from "../copy/copied-database.js";
import type { Row } from "../copy/copied-tables.js";
import { rowDigest } from "../copy/row-digest.js";
import type { Database } from "../database.js";
import { migrationNames } from "../migrations/migrate.js";
import { makeSealTriggers, sealKeyOf } from "./seal-triggers.js";
import { ONLY_CHECK } from "./sql-stored-checks.js";
import { sealedTables, type SealedTable } from "./sealed-tables.js";

/** Pause between two portions, for other work and other writers. */
const PAUSE_MILLISECONDS = 5;

/** How many keys are looked at by one statement. */
const KEYS_AT_ONCE = 500;

/** Digits of a digest. */
const DIGEST_LENGTH = 16;

type Tables = Kysely<Record<string, Row>>;

/** A seal, as it is stored. */
interface Seal {
  readonly rowKey: string;
  readonly digest: string;
  readonly isBroken: boolean;
}

/** Seals of which the rows were read. */
interface ComparedSeals {
  readonly seals: readonly Seal[];
  /** The keys of those whose rows differ. */
  readonly broken: ReadonlySet<string>;
}

/**
 * Keeps the seals in a table of their own. Triggers remove the seal of a row with each statement that changes or deletes it, so
 * that no writer has to know of seals. A seal without its row is one whose row was lost.
 */
export class SqlRowSeals implements RowSeals {
  readonly #kysely: Tables;

  constructor(private readonly needs: { readonly database: Pick<Database, "kysely" | "system"> }) {
    this.#kysely = needs.database.kysely.withoutPlugins() as unknown as Tables;
  }

  async *check(share: Share, signal: AbortSignal): AsyncGenerator<CheckedRows, void, void> {
    if (!(await this.#isPrepared())) return;
    for (const table of sealedTables) yield* this.#checkTable(table, share, signal);
  }

  async seal(signal: AbortSignal): Promise<void> {
    await this.#prepare();
    for (const table of sealedTables) await this.#sealTable(table, signal);
  }

  async *#checkTable(
    table: SealedTable,
    share: Share,
    signal: AbortSignal,
  ): AsyncGenerator<CheckedRows, void, void> {
    for (let last = ""; ;) {
      signal.throwIfAborted();
      const compared = await this.#compare(table, share, last).catch(undefinedWhereDamaged);
      if (compared === undefined) {
        yield { count: 0, damaged: [`${table.name}, which cannot be read`] };
        return;
      }
      const { seals, broken } = compared;
      await this.#mark(table, compared);
      yield { count: seals.length, damaged: [...broken].map((key) => `${table.name} ${key}`) };
      if (seals.length < table.rowsAtOnce) return;
      last = seals.at(-1)?.rowKey ?? last;
      await pause(PAUSE_MILLISECONDS);
    }
  }

  /** Reads the next seals of a share and their rows, in one state of the database. */
  async #compare(table: SealedTable, share: Share, last: string): Promise<ComparedSeals> {
    const { from, to } = prefixesOf(share);
    return this.#kysely
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (transaction) => {
        const found = await transaction
          .selectFrom("row_seals")
          .select(["row_key", "digest", "is_broken"])
          .where("table_name", "=", table.name)
          .where("row_key", ">", last)
          .where((build) =>
            build.or([
              build.and([build("digest", ">=", from), build("digest", "<", to)]),
              build("is_broken", "=", 1),
            ]),
          )
          .orderBy("row_key")
          .limit(table.rowsAtOnce)
          .execute();
        const seals = found.map((row) => sealFrom(row));
        const digests = await this.#digestsAt(transaction, table, seals);
        const broken = seals.filter(({ rowKey, digest }) => digests.get(rowKey) !== digest);
        return { seals, broken: new Set(broken.map(({ rowKey }) => rowKey)) };
      });
  }

  /** Returns the digests of the rows that have seals, by the keys of the seals. */
  async #digestsAt(
    kysely: Tables,
    table: SealedTable,
    seals: readonly Seal[],
  ): Promise<ReadonlyMap<string, string>> {
    const keys = seals.flatMap(({ rowKey }) => valuesIn(table, rowKey) ?? []);
    return new Map((await this.#rowsAt(kysely, table, keys)).map(sealedFrom));
  }

  /** Remembers which rows differ, and which do not any more. */
  async #mark({ name }: SealedTable, { seals, broken }: ComparedSeals): Promise<void> {
    const isNews = ({ rowKey, isBroken }: Seal): boolean => isBroken !== broken.has(rowKey);
    for (const { rowKey, isBroken } of seals.filter(isNews)) {
      await this.#kysely
        .updateTable("row_seals")
        .set({ is_broken: isBroken ? 0 : 1 })
        .where("table_name", "=", name)
        .where("row_key", "=", rowKey)
        .execute();
    }
  }

  async #sealTable(table: SealedTable, signal: AbortSignal): Promise<void> {
    for (let last: readonly unknown[] | undefined; ;) {
      signal.throwIfAborted();
      const keys = await this.#keysAfter(table, last);
      const unsealed = keys.filter((row) => row["is_sealed"] === 0);
      for (let start = 0; start < unsealed.length; start += table.rowsAtOnce) {
        const some = unsealed.slice(start, start + table.rowsAtOnce);
        await this.#sealRows(
          table,
          some.map((row) => rowKeyOf(table, row)),
        );
        await pause(PAUSE_MILLISECONDS);
        signal.throwIfAborted();
      }
      if (keys.length < KEYS_AT_ONCE) return;
      last = rowKeyOf(table, keys.at(-1) ?? {});
      await pause(PAUSE_MILLISECONDS);
    }
  }

  /** Reads the next keys of a table, and whether their rows are sealed. */
  async #keysAfter(
    table: SealedTable,
    last: readonly unknown[] | undefined,
  ): Promise<readonly Row[]> {
    const { name, key } = table;
    const sealKey = this.#sealKeyOf(table);
    const isSealed = sql<number>`case when exists (
      select 1 from row_seals where table_name = ${name} and row_key = ${sealKey}
    ) then 1 else 0 end`;
    const rows = this.#kysely
      .selectFrom(name)
      .select(key.map((column) => sql.ref(column).as(column)))
      .select(isSealed.as("is_sealed"))
      .where(isBehind(table, last))
      .limit(KEYS_AT_ONCE);
    const ordered = key.reduce((query, column) => query.orderBy(column), rows);
    return (await ordered.execute()) as unknown as readonly Row[];
  }

  /** Seals rows that nobody changes meanwhile: on PostgreSQL, one that is being changed is left out. */
  async #sealRows(table: SealedTable, keys: readonly (readonly unknown[])[]): Promise<void> {
    await this.#kysely.transaction().execute(async (transaction) => {
      const rows = await this.#rowsAt(transaction, table, keys, "locked");
      const seals = rows.map(sealedFrom).map(([rowKey, digest]) => ({
        ...{ table_name: table.name, row_key: rowKey, digest },
        is_broken: 0,
      }));
      if (seals.length === 0) return;
      await transaction
        .insertInto("row_seals")
        .values(seals)
        .onConflict((conflict) => conflict.columns(["table_name", "row_key"]).doNothing())
        .execute();
    });
  }

  async #rowsAt(
    kysely: Tables,
    table: SealedTable,
    keys: readonly (readonly unknown[])[],
    mode: "locked" | "unlocked" = "unlocked",
  ): Promise<readonly Row[]> {
    if (keys.length === 0) return [];
    const isOneOf = sql.join(
      keys.map((values) => isAt(table, values)),
      sql` or `,
    ) as Expression<SqlBool>;
    const found = kysely
      .selectFrom(table.name)
      .selectAll()
      .select(this.#sealKeyOf(table).as(SEAL_KEY))
      .where(isOneOf);
    const rows = mode === "locked" ? found.forShare().skipLocked() : found;
    return await rows.execute();
  }

  #sealKeyOf(table: SealedTable) {
    return sealKeyOf(this.needs.database.system, table, table.name);
  }

  /** Whether the seals are of the present tables. */
  async #isPrepared(): Promise<boolean> {
    const row = await this.#kysely
      .selectFrom("stored_checks")
      .select("seal_layout")
      .executeTakeFirst();
    return row?.["seal_layout"] === LAYOUT;
  }

  /** Makes the triggers, and removes the seals of tables that a migration has changed since. */
  async #prepare(): Promise<void> {
    if (await this.#isPrepared()) return;
    await this.#kysely.deleteFrom("row_seals").execute();
    for (const table of sealedTables) {
      await this.#kysely
        .transaction()
        .execute((transaction) => makeSealTriggers(transaction, this.needs.database.system, table));
    }
    await this.#kysely
      .insertInto("stored_checks")
      .values({ id: ONLY_CHECK, begun: 0, begun_at: 0, seal_layout: LAYOUT })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ seal_layout: LAYOUT }))
      .execute();
  }
}

/** The name of the column of a row that has the key of its seal. */
const SEAL_KEY = "seal_key";

/** A migration may change columns, and with them the digests of rows that no statement has touched. */
const LAYOUT = migrationNames.at(-1) ?? "";

const sealFrom = (row: Row): Seal => ({
  rowKey: String(row["row_key"]),
  digest: String(row["digest"]),
  isBroken: row["is_broken"] === 1,
});

/** Returns the key of the seal of a row, and the digest of the row. */
function sealedFrom({ [SEAL_KEY]: sealKey = "", ...row }: Row): readonly [string, string] {
  return [String(sealKey), rowDigest(row).toString(16).padStart(DIGEST_LENGTH, "0")];
}

const isAt = ({ key }: SealedTable, values: readonly unknown[]) =>
  sql`(${sql.join(
    key.map((column, place) => sql`${sql.ref(column)} = ${values[place]}`),
    sql` and `,
  )})`;

/** Returns the values of a key; `undefined` where its text is damaged. */
function valuesIn({ key }: SealedTable, rowKey: string): readonly [readonly unknown[]] | undefined {
  try {
    const values: unknown = JSON.parse(rowKey);
    return Array.isArray(values) && values.length === key.length ? [values] : undefined;
  } catch {
    return undefined;
  }
}

/** Lets a table that cannot be read, because the file is damaged, be one of which nothing is known. */
function undefinedWhereDamaged(error: unknown): undefined {
  if (error instanceof StorageDamagedError) return undefined;
  throw error;
}
