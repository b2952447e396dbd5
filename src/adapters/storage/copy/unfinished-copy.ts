import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { UNFINISHED_COPY } from "../migrations/migrate.js";
import type { CopiedDatabase } from "./copied-database.js";
import { copiedTables, leftOutTables, type Row } from "./copied-tables.js";
import { CopyError, explained } from "./copy-error.js";

type Tables = Record<string, Row>;

/**
 * A copy that is not complete. The target has a table with one row that says so, which is created before
 * everything else and dropped at the end; no server opens a database that has it. Each change fails
 * where another copy has begun since.
 */
export class UnfinishedCopy {
  private constructor(
    private readonly target: CopiedDatabase,
    private readonly run: string,
  ) {}

  /**
   * Begins a copy. What an interrupted copy of the same source has left is removed.
   *
   * @throws {CopyError} the database has other content; it is not changed
   */
  static async begin(target: CopiedDatabase, source: string): Promise<UnfinishedCopy> {
    const { address } = target;
    const run = randomUUID();
    const begin = target.kysely.transaction();
    await explained({ address, table: UNFINISHED_COPY }, () =>
      begin.execute((transaction) => beginIn(transaction, { address, source, run })),
    );
    return new UnfinishedCopy(target, run);
  }

  /**
   * Changes the target in a transaction.
   *
   * @throws {CopyError} another copy has begun since
   */
  async change(work: (transaction: Transaction<Tables>) => Promise<void>): Promise<void> {
    const { run } = this;
    await this.target.kysely.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable(UNFINISHED_COPY)
        .set({ run })
        .where("run", "=", run)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) {
        throw new CopyError(
          `Another copy to ${this.target.address} has begun; this one has ended.`,
        );
      }
      await work(transaction);
    });
  }

  /** Marks the copy as complete. */
  end(): Promise<void> {
    return this.change((transaction) => transaction.schema.dropTable(UNFINISHED_COPY).execute());
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
): Promise<void> {
  await transaction.schema
    .createTable(UNFINISHED_COPY)
    .ifNotExists()
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("run", "text", (column) => column.notNull())
    .execute();
  const begun = await transaction.selectFrom(UNFINISHED_COPY).selectAll().executeTakeFirst();
  if (begun !== undefined) {
    if (begun["source"] !== source) throw otherSource(address, String(begun["source"]));
    await transaction.updateTable(UNFINISHED_COPY).set({ run }).execute();
  } else {
    await refuseContent(transaction, address);
    await transaction.insertInto(UNFINISHED_COPY).values({ source, run }).execute();
  }
  // Rows that refer to others first.
  const copied = copiedTables.map(({ name }) => name).reverse();
  for (const name of [...copied, ...Object.keys(leftOutTables)]) {
    await transaction.deleteFrom(name).execute();
  }
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
    `${address} has an unfinished copy of ${source}. It was not changed. Repeat that copy, or copy to a new database.`,
  );
