import { allSettled } from "../../../domain/all-settled.js";
import { countedFacets } from "./counted-facets.js";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { EstimateField } from "../../../domain/analysis/descriptors.js";
import { embeddingsAt } from "../../../domain/analysis/sound-embedding.js";
import type {
  ColumnsRequest,
  Holders,
  Page,
  PageRequest,
  StoredColumns,
} from "../../../domain/catalogue/catalogue-query.js";
import { spend, type WorkBudget } from "../../../domain/work-budget.js";
import { pagesBeside } from "../../../domain/catalogue/page-among.js";
import { KeptValues } from "../../../domain/kept-values.js";
import { musicByDefault } from "../../../domain/catalogue/catalogue-query.js";
import type { Facets, FacetsRequest } from "../../../domain/catalogue/facets.js";
import {
  ungrouped,
  type PerformanceGroups,
} from "../../../domain/fingerprint/performance-groups.js";
import type { Ranking, RankRequest } from "../../../domain/sentence/ranking.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type {
  ReadOptions,
  SlicedWork,
  SoundCatalogue,
  SoundTable,
} from "../../../ports/analysis/sound-catalogue.js";
import { newestRevision } from "../analysis-changes.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";
import { repeatInSlices } from "../sliced-work.js";
import { TableFollower } from "../table-follower.js";
import {
  CatalogueColumns,
  type CatalogueRow,
  catalogueRowColumns,
} from "./columns/catalogue-columns.js";
import type { AnalysisCatalogue } from "../../../ports/analysis/analysis-catalogue.js";
import type { HolderOptions } from "../../../ports/analysis/analysis-store.js";
import type { CatalogueSnapshots } from "./catalogue-snapshots.js";
import { collapsedSlots, groupsBySlot, type SlotGroups } from "./collapsed-slots.js";
import { matchingSlots } from "./matching-slots.js";
import { ranked } from "./ranked-slots.js";
import { firstSlots, slotsBeside, slotsFrom } from "./ordered-slots.js";
import { reversed, slotOrder } from "./slot-order.js";

/** Rows read before the event loop runs other work: about ten milliseconds. */
const ROWS_PER_SLICE = 250;

/** Minimum number of analyses for a snapshot: fewer are read from their table in 50 ms. */
const MIN_ANALYSES_KEPT = 2000;

/** A new snapshot is written when more has changed since the last: this share of the analyses, */
const MAX_CHANGED_PART = 0.05;

/** and at least so many changes, which a start reads in 50 ms; */
const MIN_CHANGES = 1000;

/** or more than so many, which it reads in less than a second. */
const MAX_CHANGES = 20_000;

const rowColumns = catalogueRowColumns.map((column) => `analyses.${column}` as const);

/**
 * Filters and orders the analyses in memory, and compares how they sound.
 *
 * Each query first reads what has changed since the last one, by this process or another, so that no
 * result is older than its query. The first query reads everything, from a snapshot where there is
 * one.
 */
export class CatalogueIndex implements AnalysisCatalogue, SoundCatalogue {
  readonly #kysely: Kysely<Schema>;
  readonly #snapshots: CatalogueSnapshots | undefined;
  readonly #follower = new TableFollower({
    newest: () => newestRevision(this.#kysely),
    readSome: (after, newest) => this.#readSome(after, newest),
  });
  #columns = new CatalogueColumns();
  /** Raised by each change of the columns. */
  #changeCount = 0;
  /** Those that count as one, and where each counts by itself. */
  readonly #slotGroups = new KeptValues<SlotGroups>(2);
  #lastRead: Promise<unknown> = Promise.resolve();

  /** @param snapshots of the same database; without them, no snapshot is read or written */
  constructor({ kysely }: Pick<Database, "kysely">, snapshots?: CatalogueSnapshots) {
    this.#kysely = kysely;
    this.#snapshots = snapshots;
  }

  listIds(request: PageRequest, budget?: WorkBudget): Promise<Page<RecordingId>> {
    return this.inSlices((columns) => this.#listed(columns, request), budget);
  }

  *#listed(columns: CatalogueColumns, request: PageRequest): SlicedWork<Page<RecordingId>> {
    const { filter, order, groups = ungrouped } = request;
    const { first, last, after, before, offset = 0 } = request;
    const slotGroups = this.#slotGroupsOf(columns, groups);
    yield;
    const inOrder = slotOrder(columns, order);
    const matching = collapsedSlots(matchingSlots(columns, filter), slotGroups, inOrder);
    const afterCursor = after ? slotsBeside(matching, inOrder, after, 1) : matching;
    const behind = yield* slotsFrom(afterCursor, inOrder, offset);
    const between = before ? slotsBeside(behind, inOrder, before, -1) : behind;
    const isReversed = first === undefined && last !== undefined;
    // The last ones are the first ones of the reversed order.
    const leading = isReversed
      ? [...firstSlots(between, reversed(inOrder), last)].reverse()
      : firstSlots(between, inOrder, first ?? between.length);
    return {
      items: idsAt(columns, leading),
      ...pagesBeside({ matching, behind, between, shown: leading, isReversed }),
    };
  }

  findHolders(
    fields: readonly EstimateField[],
    { budget, ...options }: HolderOptions,
  ): Promise<readonly Holders<RecordingId>[]> {
    return this.inSlices((columns) => holdersOf(columns, fields, options), budget);
  }

  readColumns(request: ColumnsRequest, budget?: WorkBudget): Promise<StoredColumns> {
    return this.inSlices((columns) => copiedColumns(columns, request), budget);
  }

  rank(request: RankRequest, budget?: WorkBudget): Promise<Ranking> {
    return this.inSlices((columns) => ranked(columns, request), budget);
  }

  countFacets(request: FacetsRequest, budget?: WorkBudget): Promise<Facets> {
    return this.inSlices((columns) => countedFacets(columns, request), budget);
  }

  /**
   * Returns the columns, with all changes up to the moment of the call. They are updated in place, so
   * what a caller keeps of them across an `await` may be out of date.
   */
  async current(): Promise<CatalogueColumns> {
    await this.#follower.catchUp();
    return this.#columns;
  }

  read<Answer>(
    work: (table: SoundTable, among?: Uint32Array) => Answer,
    { filter, budget }: ReadOptions = {},
  ): Promise<Answer> {
    return this.#inTurn((columns) =>
      spend(budget, () => work(columns, filter && matchingSlots(columns, filter))),
    );
  }

  readInSlices<Answer>(
    work: (table: SoundTable, among?: Uint32Array) => SlicedWork<Answer>,
    { filter, budget }: ReadOptions = {},
  ): Promise<Answer> {
    return this.inSlices(function* (columns) {
      const among = filter && matchingSlots(columns, filter);
      yield;
      return yield* work(columns, among);
    }, budget);
  }

  /**
   * Does work on the columns, with all changes up to the call; where they change meanwhile, it is begun anew.
   *
   * @param work must not keep the columns; `changeCount` is another one wherever they are others
   * @throws what `WorkBudget.begin` throws, before each part of the work
   */
  inSlices<Answer>(
    work: (columns: CatalogueColumns, changeCount: number) => SlicedWork<Answer>,
    budget?: WorkBudget,
  ): Promise<Answer> {
    const begin = () => {
      const changeCount = this.#changeCount;
      return {
        work: work(this.#columns, changeCount),
        isStale: () => this.#changeCount !== changeCount,
      };
    };
    return this.#inTurn(() => repeatInSlices(begin, budget));
  }

  /** Returns the groups by the slots of now. */
  #slotGroupsOf(columns: CatalogueColumns, groups: PerformanceGroups): SlotGroups {
    return this.#slotGroups.of([this.#changeCount, groups], () => groupsBySlot(columns, groups));
  }

  /** Runs reads one after the other, each with all changes up to the moment of the call, and other work in between. */
  #inTurn<Answer>(read: (columns: CatalogueColumns) => Answer | Promise<Answer>): Promise<Answer> {
    const reading = Promise.all([this.current(), this.#lastRead]).then(async () => {
      await nextTurn();
      return read(this.#columns);
    });
    this.#lastRead = allSettled([this.#lastRead, reading]);
    return reading;
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
    const { revision } = this.#follower;
    if (this.#snapshots === undefined || columns.size < MIN_ANALYSES_KEPT) return;
    const changed = revision - ((await this.#snapshots.revision()) ?? -Infinity);
    const share = Math.max(MIN_CHANGES, MAX_CHANGED_PART * columns.size);
    if (changed <= Math.min(MAX_CHANGES, share)) return;
    await this.#snapshots.write({ columns, revision }, stopping);
  }

  async #readSome(after: number, newest: number): Promise<number> {
    const snapshot = after === 0 ? await this.#snapshots?.read() : undefined;
    if (snapshot !== undefined) {
      this.#columns = snapshot.columns;
      this.#changeCount += 1;
      return snapshot.revision;
    }
    if (after === 0) await this.#makeRoom();
    const changes = await this.#kysely
      .selectFrom("analysisChanges as changes")
      .leftJoin("analyses", "analyses.recordingId", "changes.recordingId")
      .select(["revision", "changes.recordingId as changedId"])
      .select(rowColumns)
      .where("revision", ">", after)
      .orderBy("revision")
      .limit(ROWS_PER_SLICE)
      .execute();
    if (changes.length > 0) this.#changeCount += 1;
    for (const change of changes) {
      // A change without an analysis means that it was removed.
      if (change.recordingId === null) this.#columns.remove(change.changedId);
      else this.#columns.put(change as CatalogueRow);
    }
    return changes.at(-1)?.revision ?? newest;
  }

  /** Makes room for all analyses at once, because columns that grow are copied. */
  async #makeRoom(): Promise<void> {
    const { count } = await this.#kysely
      .selectFrom("analyses")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    this.#columns.ensureCapacity(Number(count));
  }
}

function idsAt(columns: CatalogueColumns, slots: readonly number[]): readonly RecordingId[] {
  return slots.map((slot) => columns.recordingIdAt(slot));
}

function* holdersOf(
  columns: CatalogueColumns,
  fields: readonly EstimateField[],
  { min, first }: Pick<HolderOptions, "min" | "first">,
): SlicedWork<readonly Holders<RecordingId>[]> {
  const holders: Holders<RecordingId>[] = [];
  for (const field of fields) {
    const slots = matchingSlots(columns, musicByDefault({ estimates: { [field]: { gte: min } } }));
    const order = slotOrder(columns, { field, direction: "desc" });
    const strongest = idsAt(columns, firstSlots(slots, order, first));
    holders.push({ field, count: slots.length, strongest });
    yield;
  }
  return holders;
}

/**
 * Copies values of the analyses that pass a filter. Of more than the limit, those at
 * equal distances are copied, so that they are spread over the whole catalogue.
 */
function* copiedColumns(
  columns: CatalogueColumns,
  { fields, filter, limit, hasEmbeddings = false }: ColumnsRequest,
): SlicedWork<StoredColumns> {
  const matching = matchingSlots(columns, filter);
  const slots = thinned(matching, limit);
  yield;
  const recordingIds = columns.keys("recordingId").bytesOf(slots);
  yield;
  const trackKeys = columns.keys("trackKey").bytesOf(slots);
  const copied: Float32Array[] = [];
  for (const field of fields) {
    yield;
    copied.push(valuesOf(columns.numbers(field), slots));
  }
  yield;
  const embeddings = hasEmbeddings ? embeddingsAt(columns.embeddings, slots) : new Int8Array();
  return {
    embeddings,
    count: slots.length,
    totalCount: matching.length,
    recordingIds,
    trackKeys,
    columns: copied,
  };
}

/** Returns at most as many of the slots, at equal distances. */
function thinned(slots: Uint32Array, limit: number): Uint32Array {
  if (slots.length <= limit) return slots;
  const distance = slots.length / limit;
  return Uint32Array.from(
    { length: limit },
    (_, index) => slots[Math.floor(index * distance)] ?? 0,
  );
}

function valuesOf(numbers: Float64Array, slots: Uint32Array): Float32Array {
  const values = new Float32Array(slots.length);
  for (let index = 0; index < slots.length; index += 1) {
    values[index] = numbers[slots[index] as number] as number;
  }
  return values;
}
