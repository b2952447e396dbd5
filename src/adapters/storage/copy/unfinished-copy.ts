import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { UNFINISHED_COPY } from "../migrations/migrate.js";
import type { CopiedDatabase, Key } from "./copied-database.js";
import { copiedTables, type CopiedTable, leftOutTables, type Row } from "./copied-tables.js";
import { CopyError, explained } from "./copy-error.js";

type Tables = Record<string, Row>;

/** The part of a table that the target has: all rows of the source up to a key. */
export interface CopiedPart {
  readonly last: Key;
  readonly rows: number;
  /** Of these rows, as a `TableChecksum` has it. */
  readonly checksum: string;
}

/** The part that a change completes. */
export interface RecordedPart {
  readonly table: CopiedTable;
  readonly part: CopiedPart;
}

type Parts = Readonly<Record<string, CopiedPart>>;

/**
 * A copy that is not complete. The target has a table with one row that says so, which is created before
 * everything else and dropped at the end; no server opens a database that has it. Each change records the
 * progress in its transaction, and fails where another copy has begun since.
 */
export class UnfinishedCopy {
  private constructor(
    private readonly target: CopiedDatabase,
    private readonly run: string,
    private parts: Parts,
  ) {}

  /**
   * Begins a copy, or continues one from the same source.
   *
   * @throws {CopyError} the database has other content; it is not changed
   */
  static async begin(target: CopiedDatabase, source: string): Promise<UnfinishedCopy> {
    const { address } = target;
    const run = randomUUID();
    const begin = target.kysely.transaction();
    const parts = await explained({ address, table: UNFINISHED_COPY }, () =>
      begin.execute((transaction) => beginIn(transaction, { address, source, run })),
    );
    return new UnfinishedCopy(target, run, parts);
  }

  /** Returns the part of a table that the target has. */
  partOf({ name }: CopiedTable): CopiedPart | undefined {
    return this.parts[name];
  }

  /**
   * Changes the target, and records a part of a table, in one transaction.
   *
   * @throws {CopyError} another copy has begun since
   */
  change(
    work: (transaction: Transaction<Tables>) => Promise<void>,
    done?: RecordedPart,
  ): Promise<void> {
    return this.#change(work, done ? { ...this.parts, [done.table.name]: done.part } : this.parts);
  }

  /** Records a part that the target has already. */
  record(done: RecordedPart): Promise<void> {
    return this.change(() => Promise.resolve(), done);
  }

  /** Removes the records of some tables. */
  async forget(tables: readonly CopiedTable[]): Promise<void> {
    const names = new Set(tables.map(({ name }) => name));
    const left = Object.entries(this.parts).filter(([name]) => !names.has(name));
    await this.#change(() => Promise.resolve(), Object.fromEntries(left));
  }

  /** Marks the copy as complete. */
  end(): Promise<void> {
    return this.change((transaction) => transaction.schema.dropTable(UNFINISHED_COPY).execute());
  }

  async #change(
    work: (transaction: Transaction<Tables>) => Promise<void>,
    parts: Parts,
  ): Promise<void> {
    await this.target.kysely.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable(UNFINISHED_COPY)
        .set({ parts: JSON.stringify(parts) })
        .where("run", "=", this.run)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) {
        throw new CopyError(
          `Another copy to ${this.target.address} has begun; this one has ended.`,
        );
      }
      await work(transaction);
    });
    this.parts = parts;
  }
}

interface Beginning {
  readonly address: string;
  readonly source: string;
  readonly run: string;
}

async function beginIn(
  transaction: Transaction<Tables>,
  { address, source, run }: Beginning,
): Promise<Parts> {
  await transaction.schema
    .createTable(UNFINISHED_COPY)
    .ifNotExists()
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("run", "text", (column) => column.notNull())
    .addColumn("parts", "text", (column) => column.notNull())
    .execute();
  const begun = await transaction.selectFrom(UNFINISHED_COPY).selectAll().executeTakeFirst();
  if (begun !== undefined) {
    if (begun["source"] !== source) throw otherSource(address, String(begun["source"]));
    await transaction.updateTable(UNFINISHED_COPY).set({ run }).execute();
    return JSON.parse(String(begun["parts"])) as Parts;
  }
  await refuseContent(transaction, address);
  const counters = copiedTables.filter(({ isCounter }) => isCounter).map(({ name }) => name);
  for (const name of [...counters, ...Object.keys(leftOutTables)]) {
    await transaction.deleteFrom(name).execute();
  }
  await transaction.insertInto(UNFINISHED_COPY).values({ source, run, parts: "{}" }).execute();
  return {};
}

/** @throws {CopyError} a table has rows */
async function refuseContent(kysely: Kysely<Tables>, address: string): Promise<void> {
  for (const { name, isCounter } of copiedTables) {
    const row = isCounter
      ? undefined
      : await kysely.selectFrom(name).selectAll().limit(1).executeTakeFirst();
    if (row === undefined) continue;
    throw new CopyError(
      `${address} has content of its own, in the table ${name}. It was not changed. Copy to a new database.`,
    );
  }
}

const otherSource = (address: string, source: string): CopyError =>
  new CopyError(
    `${address} has an unfinished copy of ${source}. It was not changed. Continue that copy, or copy to a new database.`,
  );
