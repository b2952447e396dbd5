import type { ComparedTable, CopyProgress } from "../../../domain/copy-report.js";
import type { DatabaseSystem } from "../opened-dialect.js";
import { storedText } from "../postgres/stored-text.js";
import {
  type CopiedDatabase,
  insertRows,
  keyRangeOf,
  keyText,
  removeRows,
} from "./copied-database.js";
import { copiedTables, type CopiedTable, type Row } from "./copied-tables.js";
import { rowDigest, TableChecksum } from "./table-checksum.js";
import { UnfinishedCopy } from "./unfinished-copy.js";

/** The databases of a copy, and who is told of its progress. */
interface DatabaseCopyNeeds {
  readonly source: CopiedDatabase;
  readonly target: CopiedDatabase;
  /** The system of the target. */
  readonly system: DatabaseSystem;
  /** Stops the copy between two portions. */
  readonly signal: AbortSignal;
  readonly onProgress: CopyProgress;
}

/** A copy that runs. */
interface CopyUnderWay {
  readonly source: CopiedDatabase;
  readonly unfinished: UnfinishedCopy;
  /** Number of rows in the source. */
  readonly total: number;
}

/** The outcome of a copy. */
interface CopyOutcome {
  readonly tables: readonly ComparedTable[];
  /** How many rows an interrupted copy had copied. */
  readonly continuedRows: number;
  /** How many rows have a text with U+0000, which the target cannot store. */
  readonly replacedRows: number;
}

/**
 * Copies the rows of all tables, then compares both sides. The source is read in one state, and in
 * portions; each portion is stored in a transaction.
 *
 * An interrupted copy is continued from the rows of the target: those that are not in the source, or
 * differ, because a server has changed the source since, are removed, and those that are missing are
 * copied. No record of progress can contradict the rows.
 */
export class DatabaseCopy {
  #continuedRows = 0;
  #replacedRows = 0;
  #doneRows = 0;

  constructor(private readonly needs: DatabaseCopyNeeds) {}

  /** @throws {CopyError} the target has other content, or a database has failed */
  async run(): Promise<CopyOutcome> {
    const { source, target } = this.needs;
    const unfinished = await UnfinishedCopy.begin(target, source.address);
    const checksums = await source.reading((snapshot) => this.#copyAll(snapshot, unfinished));
    const tables = await this.#compare(checksums);
    if (tables.every(({ isEqual }) => isEqual)) await unfinished.end();
    return { tables, continuedRows: this.#continuedRows, replacedRows: this.#replacedRows };
  }

  async #copyAll(
    source: CopiedDatabase,
    unfinished: UnfinishedCopy,
  ): Promise<readonly TableChecksum[]> {
    let total = 0;
    for (const table of copiedTables) total += await source.count(table);
    this.needs.onProgress("copy", 0, total);
    const checksums: TableChecksum[] = [];
    for (const table of copiedTables) {
      checksums.push(await this.#copyTable(table, { source, unfinished, total }));
    }
    return checksums;
  }

  async #copyTable(
    table: CopiedTable,
    { source, unfinished, total }: CopyUnderWay,
  ): Promise<TableChecksum> {
    const { target, system, onProgress } = this.needs;
    const isResumed = !(await target.isEmpty(table));
    if (isResumed) await this.#removeOthers(table, { source, unfinished });
    const checksum = new TableChecksum();
    for await (const portion of this.#portions(source, table)) {
      const rows = portion.map((row) => this.#stored(table, row));
      for (const row of rows) checksum.add(row);
      const missing = isResumed ? await this.#missing(table, portion, rows) : rows;
      if (missing.length > 0) {
        await target.run(table, () =>
          unfinished.change((kysely) => insertRows(kysely, table, { rows: missing, isResumed })),
        );
      }
      if (system === "postgres") this.#replacedRows += portion.filter(hasNul).length;
      this.#doneRows += rows.length;
      onProgress("copy", this.#doneRows, total);
    }
    return checksum;
  }

  /** Removes the rows of the target that the source does not have, or has with other values. */
  async #removeOthers(
    table: CopiedTable,
    { source, unfinished }: Omit<CopyUnderWay, "total">,
  ): Promise<void> {
    const { target } = this.needs;
    for await (const rows of this.#portions(target, table)) {
      const others = new Map(rows.map((row) => [rowDigest(row), row]));
      for await (const portion of this.#portions(source, table, keyRangeOf(table, rows))) {
        for (const row of portion) others.delete(rowDigest(this.#stored(table, row)));
      }
      if (others.size === 0) continue;
      await target.run(table, () =>
        unfinished.change((kysely) => removeRows(kysely, table, others.values())),
      );
    }
  }

  /** Returns the rows of a portion that the target does not have. */
  async #missing(
    table: CopiedTable,
    portion: readonly Row[],
    rows: readonly Row[],
  ): Promise<readonly Row[]> {
    const present = await this.needs.target.keysIn(table, keyRangeOf(table, portion));
    const missing = rows.filter((row) => !present.has(keyText(table, row)));
    if (table.isCounter !== true) this.#continuedRows += rows.length - missing.length;
    return missing;
  }

  async #compare(checksums: readonly TableChecksum[]): Promise<readonly ComparedTable[]> {
    const { target, onProgress } = this.needs;
    const total = this.#doneRows;
    let done = 0;
    const compared: ComparedTable[] = [];
    for (const [index, table] of copiedTables.entries()) {
      const expected = checksums[index] ?? new TableChecksum();
      const found = new TableChecksum();
      for await (const portion of this.#portions(target, table)) {
        for (const row of portion) found.add(row);
        onProgress("compare", (done += portion.length), total);
      }
      compared.push({
        name: table.name,
        source: { rows: expected.rows, checksum: expected.text },
        target: { rows: found.rows, checksum: found.text },
        isEqual: expected.rows === found.rows && expected.text === found.text,
      });
    }
    return compared;
  }

  async *#portions(
    database: CopiedDatabase,
    table: CopiedTable,
    range?: Parameters<CopiedDatabase["portions"]>[1],
  ): AsyncGenerator<readonly Row[]> {
    for await (const portion of database.portions(table, range)) {
      this.needs.signal.throwIfAborted();
      yield portion;
    }
  }

  /** Returns the row that the target stores. */
  #stored(table: CopiedTable, row: Row): Row {
    const converted = table.convert?.(row) ?? row;
    return this.needs.system === "postgres" && hasNul(converted)
      ? withoutNul(converted)
      : converted;
  }
}

/** Whether a text of the row has U+0000, which PostgreSQL cannot store. */
const hasNul = (row: Row): boolean =>
  Object.values(row).some((value) => typeof value === "string" && value.includes("\0"));

/** Returns the row as the stores would have written it to PostgreSQL. */
const withoutNul = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === "string" ? storedText(value) : value,
    ]),
  );
