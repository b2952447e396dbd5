import type { ComparedTable, CopyProgress } from "../../../domain/operations/copy-report.js";
import type { DatabaseSystem } from "../opened-dialect.js";
import { storedText } from "../postgres/stored-text.js";
import {
  type CopiedDatabase,
  insertRows,
  type KeyRange,
  keyRangeOf,
  keyText,
  removeRows,
} from "./copied-database.js";
import { copiedTables, type CopiedTable, type Row } from "./copied-tables.js";
import { rowDigest, TableChecksum } from "./table-checksum.js";
import { type CopiedPart, type RecordedPart, UnfinishedCopy } from "./unfinished-copy.js";

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
 * The target records which part of each table it has, with its checksum. A copy that is continued reads
 * this part of the source again, and trusts the record where both are equal. Otherwise a server has
 * changed the source since: then this table and all that follow are compared row by row; those of the
 * target that the source does not have, or has with other values, are removed, and missing ones copied.
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
    else await unfinished.forget(copiedTables);
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

  async #copyTable(table: CopiedTable, copying: CopyUnderWay): Promise<TableChecksum> {
    const { target } = this.needs;
    const { source, unfinished } = copying;
    const part = unfinished.partOf(table);
    const [doneRows, replacedRows] = [this.#doneRows, this.#replacedRows];
    const copied = part && (await this.#checksumUpTo(part, table, copying));
    if (part !== undefined && copied?.rows === part.rows && copied.text === part.checksum) {
      this.#continuedRows += copied.rows;
      return this.#append(table, copied, { ...copying, range: { after: part.last } });
    }
    // The rows are counted again.
    [this.#doneRows, this.#replacedRows] = [doneRows, replacedRows];
    const checksum = new TableChecksum();
    if (await target.isEmpty(table)) return this.#append(table, checksum, copying);
    // Rows that refer to removed ones are removed with them.
    await unfinished.forget(copiedTables.slice(copiedTables.indexOf(table)));
    await this.#removeOthers(table, { source, unfinished });
    return this.#addMissing(table, checksum, copying);
  }

  /** Returns the checksum of the part of a table of the source that the target has. */
  async #checksumUpTo(
    { last }: CopiedPart,
    table: CopiedTable,
    { source, total }: CopyUnderWay,
  ): Promise<TableChecksum> {
    const checksum = new TableChecksum();
    for await (const portion of this.#portions(source, table, { upTo: last })) {
      for (const row of portion) checksum.add(this.#stored(table, row));
      this.#report(portion, total);
    }
    return checksum;
  }

  /** Copies a table, or the rest of it, to where none of these rows are. */
  async #append(
    table: CopiedTable,
    checksum: TableChecksum,
    { source, unfinished, total, range }: CopyUnderWay & { readonly range?: KeyRange },
  ): Promise<TableChecksum> {
    const { target } = this.needs;
    for await (const portion of this.#portions(source, table, range)) {
      const rows = portion.map((row) => this.#stored(table, row));
      for (const row of rows) checksum.add(row);
      const part = partUpTo(table, portion, checksum);
      await target.run(table, () =>
        unfinished.change((kysely) => insertRows(kysely, table, { rows }), part),
      );
      this.#report(portion, total);
    }
    return checksum;
  }

  /** Copies the rows that the target does not have. */
  async #addMissing(
    table: CopiedTable,
    checksum: TableChecksum,
    { source, unfinished, total }: CopyUnderWay,
  ): Promise<TableChecksum> {
    const { target } = this.needs;
    let part: RecordedPart | undefined;
    for await (const portion of this.#portions(source, table)) {
      const rows = portion.map((row) => this.#stored(table, row));
      for (const row of rows) checksum.add(row);
      const present = await target.keysIn(table, keyRangeOf(table, portion));
      const missing = rows.filter((row) => !present.has(keyText(table, row)));
      await target.run(table, () =>
        unfinished.change((kysely) =>
          insertRows(kysely, table, { rows: missing, mayBePresent: true }),
        ),
      );
      this.#continuedRows += rows.length - missing.length;
      part = partUpTo(table, portion, checksum);
      this.#report(portion, total);
    }
    // Not before: the target may have later rows, too.
    if (part !== undefined) await unfinished.record(part);
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

  #report(portion: readonly Row[], total: number): void {
    const { system, onProgress } = this.needs;
    if (system === "postgres") this.#replacedRows += portion.filter(hasNul).length;
    this.#doneRows += portion.length;
    onProgress("copy", this.#doneRows, total);
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
    range?: KeyRange,
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

/** Returns the part of a table that ends with a portion, as the target records it. */
const partUpTo = (
  table: CopiedTable,
  portion: readonly Row[],
  { rows, text }: TableChecksum,
): RecordedPart => ({
  table,
  part: { last: keyRangeOf(table, portion).upTo, rows, checksum: text },
});

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
