import type { ComparedTable, CopyProgress } from "../../../domain/operations/copy-report.js";
import type { DatabaseSystem } from "../opened-dialect.js";
import { storedText } from "../postgres/stored-text.js";
import { type CopiedDatabase, insertRows } from "./copied-database.js";
import { copiedTables, type CopiedTable, type Row } from "./copied-tables.js";
import { rowDigest } from "./row-digest.js";
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
  /** How many rows have a text with U+0000, which the target cannot store. */
  readonly replacedRows: number;
}

/**
 * Copies the rows of all tables, then compares both sides. The source is read in one state, and in
 * portions; each portion is stored in a transaction.
 */
export class DatabaseCopy {
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
    return { tables, replacedRows: this.#replacedRows };
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
    const checksum = new TableChecksum();
    for await (const portion of this.#portions(source, table)) {
      const rows = portion.map((row) => this.#stored(table, row));
      for (const row of rows) checksum.add(row);
      await this.needs.target.run(table, () =>
        unfinished.change((kysely) => insertRows(kysely, table, rows)),
      );
      this.#report(portion, total);
    }
    return checksum;
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

  async *#portions(database: CopiedDatabase, table: CopiedTable): AsyncGenerator<readonly Row[]> {
    for await (const portion of database.portions(table)) {
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

/** Counts rows, and adds up their digests: the same for the same rows in any order, on any system. */
export class TableChecksum {
  #rows = 0;
  #sum = 0n;

  add(row: Row): void {
    this.#rows += 1;
    this.#sum = BigInt.asUintN(64, this.#sum + rowDigest(row));
  }

  get rows(): number {
    return this.#rows;
  }

  /** The sum of the digests, 16 hex characters. */
  get text(): string {
    return this.#sum.toString(16).padStart(16, "0");
  }
}
