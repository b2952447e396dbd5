import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { EstimateField } from "../../../domain/analysis/descriptors.js";
import type {
  Holders,
  Page,
  PageRequest,
  TrackFilter,
} from "../../../domain/catalogue/catalogue-query.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { Database } from "../database.js";
import { CatalogueColumns, catalogueRowColumns } from "./catalogue-columns.js";
import type { CatalogueSnapshots } from "./catalogue-snapshots.js";
import { leadingSlots } from "./leading-slots.js";
import { matchingSlots } from "./matching-slots.js";
import { slotOrder } from "./slot-order.js";

/** Rows read before the event loop runs other work: about ten milliseconds. */
const ROWS_PER_SLICE = 1000;

/** Minimum number of analyses for a snapshot: fewer are read from their table in 50 ms. */
const MIN_ANALYSES_KEPT = 2000;

/** A new snapshot is written when more has changed since the last: this share of the analyses, */
const MAX_CHANGED_PART = 0.05;
/** and at least so many changes, which a start reads in 50 ms. */
const MIN_CHANGES = 1000;

const rowColumns = catalogueRowColumns.map((column) => `analyses.${column}` as const);

/** The result of the last filter, at that revision. */
interface LastMatch {
  readonly filter: TrackFilter;
  readonly revision: number;
  readonly slots: Uint32Array;
}

/**
 * Filters and orders the analyses in memory.
 *
 * Each query first reads what has changed since the last one, by this process or another, so that no
 * result is older than its query. The first query reads everything, from a snapshot where there is
 * one.
 */
export class CatalogueIndex {
  readonly #database: Pick<Database, "kysely" | "list">;
  readonly #snapshots: CatalogueSnapshots | undefined;
  #columns = new CatalogueColumns();
  /** Revision of the last change that the columns contain. */
  #revision = 0;
  #refreshing: Promise<void> | undefined;
  #last: LastMatch | undefined;

  /** @param snapshots of the same database; without them, no snapshot is read or written */
  constructor(database: Pick<Database, "kysely" | "list">, snapshots?: CatalogueSnapshots) {
    this.#database = database;
    this.#snapshots = snapshots;
  }

  /** Returns the keys of a page, in order. */
  async list(request: PageRequest): Promise<Page<TrackKey>> {
    const { filter, order, first, last, after, before } = request;
    const columns = await this.current();
    const { compare, compareWith } = slotOrder(columns, order);
    const matching = this.#matching(filter);
    const behind = after ? matching.filter((slot) => compareWith(slot, after) > 0) : matching;
    const between = before ? behind.filter((slot) => compareWith(slot, before) < 0) : behind;
    // The last ones are the first ones of the reversed order.
    const isReversed = first === undefined && last !== undefined;
    const leading = isReversed
      ? [...leadingSlots(between, (a, b) => compare(b, a), last)].reverse()
      : leadingSlots(between, compare, first ?? between.length);
    const hasMore = between.length > leading.length;
    return {
      items: keysAt(columns, leading),
      hasNextPage: between.length < behind.length || (hasMore && !isReversed),
      hasPreviousPage: behind.length < matching.length || (hasMore && isReversed),
    };
  }

  async count(filter: TrackFilter): Promise<number> {
    await this.current();
    return this.#matching(filter).length;
  }

  async findHolders(
    fields: readonly EstimateField[],
    { min: min, first }: { readonly min: number; readonly first: number },
  ): Promise<readonly Holders<TrackKey>[]> {
    const columns = await this.current();
    return fields.map((field) => {
      const slots = matchingSlots(columns, { estimates: { [field]: { gte: min } } });
      const { compare } = slotOrder(columns, { field, direction: "desc" });
      const strongest = keysAt(columns, leadingSlots(slots, compare, first));
      return { field, count: slots.length, strongest };
    });
  }

  /**
   * Returns the columns, with all changes up to the moment of the call. They are updated in place, so
   * what a caller keeps of them across an `await` may be out of date.
   */
  async current(): Promise<CatalogueColumns> {
    const { revision } = await this.#database.kysely
      .selectFrom("analysisRevision")
      .select("revision")
      .executeTakeFirstOrThrow();
    // A running refresh may have begun before the change that the caller knows of.
    while (this.#revision < revision) {
      await (this.#refreshing ??= this.#refresh(revision).finally(() => {
        this.#refreshing = undefined;
      }));
    }
    return this.#columns;
  }

  /**
   * Writes a snapshot, where it makes the next start faster. Other work runs meanwhile.
   *
   * @param stopping aborts the writing
   * @throws {StorageBusyError} another process locked the database for too long
   * @throws {StorageFullError} the disk is full
   */
  async saveSnapshot(stopping: AbortSignal): Promise<void> {
    const columns = await this.current();
    const revision = this.#revision;
    if (this.#snapshots === undefined || columns.size < MIN_ANALYSES_KEPT) return;
    const changed = revision - ((await this.#snapshots.revision()) ?? -Infinity);
    if (changed <= Math.max(MIN_CHANGES, MAX_CHANGED_PART * columns.size)) return;
    await this.#snapshots.write({ columns, revision }, stopping);
  }

  /** Returns the slots that pass the filter. The last result is cached, for the page and its count. */
  #matching(filter: TrackFilter): Uint32Array {
    const isKnown = this.#last?.filter === filter && this.#last.revision === this.#revision;
    if (this.#last && isKnown) return this.#last.slots;
    const slots = matchingSlots(this.#columns, filter);
    this.#last = { filter, revision: this.#revision, slots };
    return slots;
  }

  #refresh(revision: number): Promise<void> {
    return this.#revision === 0 ? this.#readKept(revision) : this.#readChanges(revision);
  }

  async #readKept(revision: number): Promise<void> {
    const snapshot = await this.#snapshots?.read();
    if (snapshot === undefined) return this.#readAll(revision);
    this.#columns = snapshot.columns;
    this.#revision = snapshot.revision;
  }

  /** Reads the rows in the order of the file, because the order of keys or revisions needs random access. */
  async #readAll(revision: number): Promise<void> {
    const columns = new CatalogueColumns();
    const { count } = await this.#database.kysely
      .selectFrom("analyses")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    columns.reserve(count);
    const place = sql<number>`analyses.rowid`;
    let last = 0;
    for (;;) {
      const rows = await this.#database.list(
        this.#database.kysely
          .selectFrom("analyses")
          .select(place.as("place"))
          .select(rowColumns)
          .where(place, ">", last)
          .orderBy(place)
          .limit(ROWS_PER_SLICE),
      );
      for (const row of rows) columns.put(row, 1);
      last = (rows.at(-1)?.[0] as number | undefined) ?? last;
      if (rows.length < ROWS_PER_SLICE) break;
      await nextTurn();
    }
    this.#columns = columns;
    this.#revision = revision;
  }

  async #readChanges(revision: number): Promise<void> {
    for (;;) {
      const changes = await this.#database.list(
        this.#database.kysely
          .selectFrom("analysisChanges as changes")
          .leftJoin("analyses", "analyses.trackKey", "changes.trackKey")
          .select(["revision", "changes.trackKey as changedKey"])
          .select(rowColumns)
          .where("revision", ">", this.#revision)
          .orderBy("revision")
          .limit(ROWS_PER_SLICE),
      );
      for (const change of changes) {
        const [, changedKey, trackKey] = change;
        // A change without an analysis means that it was removed.
        if (trackKey === null) this.#columns.remove(changedKey as string);
        else this.#columns.put(change, 2);
      }
      this.#revision = (changes.at(-1)?.[0] as number | undefined) ?? revision;
      if (changes.length < ROWS_PER_SLICE) return;
      await nextTurn();
    }
  }
}

function keysAt(columns: CatalogueColumns, slots: readonly number[]): readonly TrackKey[] {
  return slots.flatMap((slot) => columns.trackKeys[slot] ?? []);
}
