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
type Key = readonly unknown[];

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

  /** Reads a table in portions, in the order of the key. */
  async *portions(table: CopiedTable): AsyncGenerator<readonly Row[]> {
    let last: Key | undefined;
    const some = () => {
      const rows = this.kysely.selectFrom(table.name).where(isBehind(table, last));
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
      last = rowKeyOf(table, rows[rows.length - 1] ?? {});
    }
  }

  /** Runs a statement, and explains its failure. */
  run<T>({ name }: CopiedTable, work: () => Promise<T>): Promise<T> {
    return explained({ address: this.address, table: name }, work);
  }
}

/** Inserts rows. */
export async function insertRows(
  kysely: Kysely<Tables>,
  table: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  const perStatement = Math.floor(MAX_VALUES / Object.keys(rows[0] ?? { none: 0 }).length);
  for (let start = 0; start < rows.length; start += perStatement) {
    const some = rows.slice(start, start + perStatement);
    await kysely.insertInto(table.name).values(some).execute();
  }
}

/** Returns the values of the key of a row. */
export const rowKeyOf = ({ key }: Pick<CopiedTable, "key">, row: Row): Key =>
  key.map((column) => row[column]);

/** Returns the condition that the key of a row is greater than another. */
export function isBehind(
  { key }: Pick<CopiedTable, "key">,
  last: Key | undefined,
): RawBuilder<boolean> {
  if (last === undefined) return sql<boolean>`1 = 1`;
  const columns = sql.join(key.map((column) => sql.ref(column)));
  return sql<boolean>`(${columns}) > (${sql.join(last)})`;
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
