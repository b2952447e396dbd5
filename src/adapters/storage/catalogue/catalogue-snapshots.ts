import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "../../../ports/runtime/logger.js";
import { changeAnalyses } from "../analysis-changes.js";
import type { Database } from "../database.js";
import { CatalogueColumns } from "./columns/catalogue-columns.js";
import { decodePortion, encodePortion, portionLayout } from "./catalogue-portion.js";

/** Number of analyses in a portion: 200 kilobytes, written or read in a few milliseconds. */
const PORTION_ANALYSES = 1000;

/** Portions that are read by one statement: a megabyte. */
const PORTIONS_AT_ONCE = 8;

/** Pause between two portions, for other work and other writers. */
const PAUSE_MILLISECONDS = 10;

/** Columns that contain every change up to a revision, and perhaps later ones. */
interface Snapshot {
  readonly columns: CatalogueColumns;
  readonly revision: number;
}

/**
 * Stores the catalogue's columns in the database, so that a start reads them instead of every row.
 *
 * A snapshot is written in portions. It becomes valid when its own row is written, last. Several
 * processes may write snapshots at the same time: each has an id of its own, the first one that is
 * complete removes the portions of the others, and those stop.
 */
export class CatalogueSnapshots {
  readonly #database: Pick<Database, "kysely" | "readBytes">;
  readonly #logger: Logger;
  /** Ids of snapshots that could not be read. */
  readonly #unreadable = new Set<string>();

  constructor(needs: {
    readonly database: Pick<Database, "kysely" | "readBytes">;
    readonly logger: Logger;
  }) {
    this.#database = needs.database;
    this.#logger = needs.logger;
  }

  /** Returns the revision of the snapshot, or `undefined` where there is none that can be used. */
  async revision(): Promise<number | undefined> {
    return (await this.#find())?.revision;
  }

  /** Reads the snapshot; returns `undefined` where there is none, or it is damaged. */
  async read(): Promise<Snapshot | undefined> {
    const found = await this.#find();
    if (found === undefined) return undefined;
    const { id, revision, portions, analyses } = found;
    try {
      const columns = new CatalogueColumns();
      columns.ensureCapacity(analyses);
      let next = this.#readAhead(id, 0);
      for (let place = 0; place < portions; place += PORTIONS_AT_ONCE) {
        const contents = await next;
        const missing = Math.min(PORTIONS_AT_ONCE, portions - place) - contents.length;
        if (missing !== 0) throw new Error(`${missing} portions are missing.`);
        // The database reads the next ones while these are decoded.
        next = this.#readAhead(id, place + PORTIONS_AT_ONCE);
        for (const content of contents) {
          columns.append(decodePortion(content));
          await nextTurn();
        }
      }
      return { columns, revision };
    } catch (error) {
      this.#unreadable.add(id);
      this.#logger.warn("The catalogue is read without its snapshot, which is damaged", { error });
      return undefined;
    }
  }

  /**
   * Writes a snapshot, and replaces the stored one. It writes from the last slot to the first: a removal
   * between two portions moves the last analysis to a lower slot, where it is written again, so that
   * none is missed.
   *
   * @param snapshot its columns may change meanwhile
   * @param stopping aborts the writing between two portions; then no snapshot is replaced
   */
  async write({ columns, revision }: Snapshot, stopping: AbortSignal): Promise<void> {
    const id = randomUUID();
    const { kysely } = this.#database;
    let analyses = 0;
    let portions = 0;
    try {
      for (let next = columns.size; next > 0; portions += 1) {
        const end = Math.min(next, columns.size);
        next = Math.max(0, end - PORTION_ANALYSES);
        analyses += end - next;
        const content = encodePortion(columns.portion(next, end));
        await kysely
          .insertInto("catalogueSnapshotPortions")
          .values({ snapshotId: id, place: portions, content })
          .execute();
        await pause(PAUSE_MILLISECONDS);
        if (stopping.aborted) return;
      }
      // One process at a time replaces the snapshot.
      await changeAnalyses(kysely, async (transaction) => {
        const { count } = await transaction
          .selectFrom("catalogueSnapshotPortions")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("snapshotId", "=", id)
          .executeTakeFirstOrThrow();
        // Another process wrote a snapshot meanwhile, and removed the portions of this one.
        if (count < portions) return;
        await transaction.deleteFrom("catalogueSnapshots").execute();
        await transaction
          .insertInto("catalogueSnapshots")
          .values({ id, layout: portionLayout, revision, portions, analyses })
          .execute();
      });
    } finally {
      await this.#removeLeftovers(stopping);
    }
  }

  async #find() {
    const found = await this.#database.kysely
      .selectFrom("catalogueSnapshots")
      .selectAll()
      .where("layout", "=", portionLayout)
      .executeTakeFirst();
    return found && !this.#unreadable.has(found.id) ? found : undefined;
  }

  /** Reads the portions from a place on, which may not be needed, because one before them is damaged. */
  #readAhead(id: string, place: number): Promise<readonly Uint8Array[]> {
    const { kysely } = this.#database;
    const contents = this.#database.readBytes(
      kysely
        .selectFrom("catalogueSnapshotPortions")
        .select("content")
        .where("snapshotId", "=", sql.lit(id))
        .where("place", ">=", sql.lit(place))
        .where("place", "<", sql.lit(place + PORTIONS_AT_ONCE))
        .orderBy("place"),
    );
    contents.catch(() => undefined);
    return contents;
  }

  /** Removes the portions that belong to no snapshot, one at a time. */
  async #removeLeftovers(stopping: AbortSignal): Promise<void> {
    const { kysely } = this.#database;
    const leftovers = await kysely
      .selectFrom("catalogueSnapshotPortions")
      .select(["snapshotId", "place"])
      .where("snapshotId", "not in", kysely.selectFrom("catalogueSnapshots").select("id"))
      .execute();
    for (const { snapshotId, place } of leftovers) {
      if (stopping.aborted) return;
      await changeAnalyses(kysely, async (transaction) => {
        await transaction
          .deleteFrom("catalogueSnapshotPortions")
          .where("snapshotId", "=", snapshotId)
          .where("place", "=", place)
          // Another process may have completed it meanwhile.
          .where("snapshotId", "not in", (build) =>
            build.selectFrom("catalogueSnapshots").select("id"),
          )
          .execute();
      });
      await pause(PAUSE_MILLISECONDS);
    }
  }
}
