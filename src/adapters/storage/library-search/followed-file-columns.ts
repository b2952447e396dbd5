import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { newestLibraryRevision } from "../library-revision.js";
import { TableFollower } from "../table-follower.js";
import type { Schema } from "../tables.js";
import { FileColumns, searchedRowColumns } from "./file-columns.js";

/** Rows read before the event loop runs other work: a few milliseconds. */
const ROWS_PER_SLICE = 500;

/** Revisions read before the event loop runs other work: a few milliseconds. */
const REVISIONS_PER_SLICE = 10_000;

/** The columns of the library's files, with the changes of this process and others. */
export class FollowedFileColumns {
  readonly columns = new FileColumns();
  readonly #kysely: Kysely<Schema>;
  readonly #follower = new TableFollower({
    newest: () => newestLibraryRevision(this.#kysely),
    readSome: (after, newest) => this.#readSome(after, newest),
  });

  constructor(kysely: Kysely<Schema>) {
    this.#kysely = kysely;
  }

  /** The revision that the columns are of. */
  get revision(): number {
    return this.#follower.revision;
  }

  /** Reads all changes up to the moment of the call. */
  catchUp(): Promise<void> {
    return this.#follower.catchUp();
  }

  async #readSome(after: number, newest: number): Promise<number> {
    if (after === 0) this.columns.ensureCapacity(await this.#count());
    const rows = await this.#kysely
      .selectFrom("libraryFiles")
      .select(searchedRowColumns)
      .where("revision", ">", after)
      .orderBy("revision")
      .limit(ROWS_PER_SLICE)
      .execute();
    for (const row of rows) this.columns.put(row);
    const last = rows.at(-1)?.revision ?? after;
    if (rows.length === ROWS_PER_SLICE) return last;
    // All rows of the table are there now; where there are more, rows were removed.
    if (this.columns.size > (await this.#count())) {
      this.columns.keepOnly(await this.#readRevisions());
    }
    return Math.max(newest, last);
  }

  async #count(): Promise<number> {
    const { count } = await this.#kysely
      .selectFrom("libraryFiles")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async #readRevisions(): Promise<ReadonlySet<number>> {
    const revisions = new Set<number>();
    for (let last = -1; ;) {
      const rows = await this.#kysely
        .selectFrom("libraryFiles")
        .select("revision")
        .where("revision", ">", last)
        .orderBy("revision")
        .limit(REVISIONS_PER_SLICE)
        .execute();
      for (const { revision } of rows) revisions.add(revision);
      if (rows.length < REVISIONS_PER_SLICE) return revisions;
      last = rows.at(-1)?.revision ?? last;
      await nextTurn();
    }
  }
}
