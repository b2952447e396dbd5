import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../database.js";
import type { CopiedTable, Row } from "./copied-tables.js";
import { explained } from "./copy-error.js";

/** Limits of a portion, so that the memory and the time of a statement are bounded. */
const MAX_PORTION_ROWS = 1_000;
const MAX_PORTION_BYTES = 2 * 1024 * 1024;

/** Maximum number of values in one statement, for all database systems. */
const MAX_VALUES = 20_000;

/** Tables by their names in the database. */
type Tables = Record<string, Row>;

/** Values of the columns of a key. */
export type Key = readonly unknown[];

/** Bounds of keys. */
export interface KeyRange {
  /** The lowest key. */
  readonly from?: Key;
  /** A key below the lowest. */
  readonly after?: Key;
  /** The highest key. */
  readonly upTo?: Key;
}

/** The source or the target of a copy. */
export class CopiedDatabase {
  constructor(
    readonly kysely: Kysely<Tables>,
    /** Names it to people. */
    readonly address: string,
    private readonly maxRows = MAX_PORTION_ROWS,
  ) {}

  static from(
    { kysely }: Pick<Database, "kysely">,
    address: string,
    maxRows?: number,
  ): CopiedDatabase {
    const tables = kysely.withoutPlugins() as unknown as Kysely<Tables>;
    return new CopiedDatabase(tables, address, maxRows);
  }

  /** Lets a function read one state of all tables, while others may write. */
  reading<T>(use: (snapshot: CopiedDatabase) => Promise<T>): Promise<T> {
    return this.kysely
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((snapshot) => use(new CopiedDatabase(snapshot, this.address, this.maxRows)));
  }

  async count(table: CopiedTable): Promise<number> {
    const counting = this.kysely
      .selectFrom(table.name)
      .select(({ fn }) => fn.countAll<number>().as("count"));
    const { count } = await this.run(table, () => counting.executeTakeFirstOrThrow());
    return count;
  }

  async isEmpty(table: CopiedTable): Promise<boolean> {
    const any = this.kysely
      .selectFrom(table.name)
      .select(sql<number>`1`.as("one"))
      .limit(1);
    return (await this.run(table, () => any.execute())).length === 0;
  }

  /** Reads a table, or a range of it, in portions in the order of the key. */
  async *portions(table: CopiedTable, range: KeyRange = {}): AsyncGenerator<readonly Row[]> {
    let left = range;
    const some = () => {
      const rows = this.kysely.selectFrom(table.name).where(within(table, left));
      return table.key.reduce((ordered, column) => ordered.orderBy(column), rows);
    };
    const first = await this.run(table, () => some().selectAll().limit(1).execute());
    if (first[0] === undefined) return;
    // Lengths first: a row may be a thousand times as long as another.
    const bytes = bytesOf(Object.keys(first[0])).as("bytes");
    for (;;) {
      const lengths = await this.run(table, () =>
        some().select(bytes).limit(this.maxRows).execute(),
      );
      const count = countWithin(lengths.map((row) => row.bytes));
      if (count === 0) return;
      const rows = await this.run(table, () => some().selectAll().limit(count).execute());
      yield rows;
      left = { ...range, after: keyOf(table, rows[rows.length - 1] ?? {}) };
    }
  }

  /** Returns which of the rows with keys in a range are in the database, as texts of `keyText`. */
  async keysIn(table: CopiedTable, range: KeyRange): Promise<ReadonlySet<string>> {
    const keys = this.kysely
      .selectFrom(table.name)
      .select([...table.key])
      .where(within(table, range));
    const rows = await this.run(table, () => keys.execute());
    return new Set(rows.map((row) => keyText(table, row)));
  }

  /** Runs a statement, and explains its failure. */
  run<T>({ name }: CopiedTable, work: () => Promise<T>): Promise<T> {
    return explained({ address: this.address, table: name }, work);
  }
}

/**
 * Inserts rows.
 *
 * @param mayBePresent whether rows that are there are left as they are; otherwise they are an error
 */
export async function insertRows(
  kysely: Kysely<Tables>,
  table: CopiedTable,
  { rows, mayBePresent }: { readonly rows: readonly Row[]; readonly mayBePresent?: boolean },
): Promise<void> {
  const perStatement = Math.floor(MAX_VALUES / Object.keys(rows[0] ?? { none: 0 }).length);
  for (let start = 0; start < rows.length; start += perStatement) {
    const insert = kysely.insertInto(table.name).values(rows.slice(start, start + perStatement));
    await (mayBePresent ? insert.onConflict((conflict) => conflict.doNothing()) : insert).execute();
  }
}

/** Removes rows by their keys. */
export async function removeRows(
  kysely: Kysely<Tables>,
  table: CopiedTable,
  rows: Iterable<Row>,
): Promise<void> {
  for (const row of rows) {
    await kysely
      .deleteFrom(table.name)
      .where(compared(table, "=", keyOf(table, row)))
      .execute();
  }
}

/** Returns the keys of the first and last of some rows, which are in the order of the key. */
export const keyRangeOf = (
  table: CopiedTable,
  rows: readonly Row[],
): Required<Pick<KeyRange, "from" | "upTo">> => ({
  from: keyOf(table, rows[0] ?? {}),
  upTo: keyOf(table, rows[rows.length - 1] ?? {}),
});

/** Returns the key of a row as a text. */
export const keyText = (table: CopiedTable, row: Row): string => JSON.stringify(keyOf(table, row));

const keyOf = ({ key }: CopiedTable, row: Row): Key => key.map((column) => row[column]);

function within(table: CopiedTable, { from, after, upTo }: KeyRange): RawBuilder<boolean> {
  const bounds = [
    ...(from === undefined ? [] : [compared(table, ">=", from)]),
    ...(after === undefined ? [] : [compared(table, ">", after)]),
    ...(upTo === undefined ? [] : [compared(table, "<=", upTo)]),
  ];
  return bounds.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(bounds, sql` and `)}`;
}

function compared({ key }: CopiedTable, operator: string, values: Key): RawBuilder<boolean> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  return sql<boolean>`(${columns}) ${sql.raw(operator)} (${sql.join(values)})`;
}

/** Returns the length of the texts of some columns. */
function bytesOf(columns: readonly string[]): RawBuilder<number> {
  const lengths = columns.map(
    (column) => sql`coalesce(octet_length(cast(${sql.ref(column)} as text)), 0)`,
  );
  return sql<number>`${sql.join(lengths, sql` + `)}`;
}

/** Returns how many of the first rows are within the limit, and at least 1 unless there is none. */
function countWithin(lengths: readonly number[]): number {
  let total = 0;
  const end = lengths.findIndex((bytes) => (total += bytes) > MAX_PORTION_BYTES);
  return end === -1 ? lengths.length : Math.max(1, end);
}
