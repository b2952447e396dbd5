import { neverAborted } from "../../domain/abort-signals.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { cursorFrom, parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import type { CataloguePosition } from "../../domain/catalogue/catalogue-query.js";
import { pageAmong } from "../../domain/catalogue/page-among.js";
import {
  positionOfSet,
  setOrders,
  setsThatMeet,
  type DuplicateConditions,
  type DuplicateOrder,
  type DuplicateRequest,
} from "../../domain/duplicates/duplicate-conditions.js";
import {
  groupFrom,
  type DescribedRecording,
  type DuplicateGroup,
  type DuplicatePage,
  type UnchangedFile,
} from "../../domain/duplicates/duplicate-group.js";
import {
  duplicatesAmong,
  type DuplicateSet,
  type HeldRecording,
} from "../../domain/duplicates/duplicate-sets.js";
import { ungrouped, type PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
import type {
  LinkedRecording,
  PerformanceLink,
} from "../../domain/fingerprint/performance-link.js";
import { KeptValues } from "../../domain/kept-values.js";
import { fileIdOf } from "../../domain/library/library-file.js";
import { SharedResult } from "../../domain/shared-result.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import { spend, spendAwaiting, type WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { PerformanceLinkStore } from "../../ports/analysis/performance-links.js";
import type { HeldFiles } from "../../ports/library/held-files.js";
import type { LibraryProgress } from "../../ports/library/library-progress.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { MAX_PAGE_SIZE, sizedFrom } from "../catalogue/catalogue-service.js";
import type { LocatedFiles } from "../export/located-files.js";
import type { TrackService } from "../search/track-service.js";

/** Sets that are made before other work runs: some milliseconds. */
const SETS_PER_SLICE = 500;

/** Sets whose kind and folders are looked at before it does. */
const SETS_PER_CHECK = 5000;

/** How many lists of sets are kept, of different kinds and least scores. */
const KEPT_LISTS = 4;

/** Which groups are read one page after another. */
export interface DuplicateWalk extends DuplicateConditions {
  readonly order: DuplicateOrder;
  /** Maximum number of groups, >= 1. */
  readonly limit: number;
}

/** The recordings that may be duplicates, and the sets that were found among them, which go with them. */
interface HeldLibrary {
  readonly recordings: ReadonlyMap<RecordingId, HeldRecording>;
  /** By the groups of linked recordings. */
  readonly sets: KeptValues<SharedResult<readonly DuplicateSet[]>>;
}

/** Finds the files that are duplicates, and which of them would be kept. It removes nothing. */
export class DuplicateService {
  /** By the revision of the library. */
  readonly #held = new KeptValues<SharedResult<HeldLibrary>>(1);

  constructor(
    private readonly needs: {
      readonly held: HeldFiles;
      readonly progress: Pick<LibraryProgress, "revision">;
      readonly links: Pick<PerformanceLinkStore, "findLinked" | "readGroups">;
      readonly library: Pick<LibraryStore, "findByIds">;
      readonly files: Pick<LocatedFiles, "look">;
      readonly store: Pick<AnalysisStore, "findMany">;
      readonly tracks: Pick<TrackService, "findMany">;
      readonly clock: Pick<Clock, "sleep">;
    },
  ) {}

  /**
   * Returns a page of groups. Its order, the number of groups and the bytes of all pages are those of the last scans;
   * the files of the page are looked at on the disk, and those that have changed since they were measured are left out.
   *
   * @throws {InvalidInputError} the size of the page is outside [1, 100]
   * @throws what `WorkBudget.begin` throws
   */
  async list({ order, ...request }: DuplicateRequest, budget?: WorkBudget): Promise<DuplicatePage> {
    const { after, before } = request;
    const window = { ...sizedFrom(request), ...(after && { after }), ...(before && { before }) };
    const sets = await spendAwaiting(budget, () => this.#readMet(request, budget));
    const { items, ...page } = spend(budget, () => pageAmong(sets, setOrders[order], window));
    const groups = await this.#describe(items, request);
    return {
      ...page,
      items: items.flatMap((set, index) => {
        const group = groups[index];
        return group
          ? [{ group, cursor: cursorFrom(positionOfSet(set, order), { field: order }) }]
          : [];
      }),
      bytesToFree: sets.reduce((sum, { bytesToFree }) => sum + bytesToFree, 0),
    };
  }

  /**
   * Reads the groups in their order, a page at a time. A group that is found or gone meanwhile neither repeats nor hides
   * others.
   */
  async *walk({ limit, ...request }: DuplicateWalk): AsyncGenerator<readonly DuplicateGroup[]> {
    const field = request.order;
    let after: CataloguePosition | undefined;
    for (let left = limit; left > 0; left -= MAX_PAGE_SIZE) {
      const first = Math.min(left, MAX_PAGE_SIZE);
      const page = await this.list({ ...request, first, ...(after && { after }) });
      yield page.items.map(({ group }) => group);
      after = parseCursor(page.items.at(-1)?.cursor, { field }, "cursor");
      if (after === undefined || !page.hasNextPage) return;
    }
  }

  /** Returns the sets that meet the conditions; other work runs in between. */
  async #readMet(
    conditions: DuplicateConditions,
    budget: WorkBudget | undefined,
  ): Promise<readonly DuplicateSet[]> {
    const sets = await this.#read(conditions, budget?.signal ?? neverAborted());
    const met: DuplicateSet[] = [];
    for (let start = 0; start < sets.length; start += SETS_PER_CHECK) {
      if (start > 0) await this.needs.clock.sleep(0);
      const some = sets.slice(start, start + SETS_PER_CHECK);
      met.push(...spend(budget, () => setsThatMeet(some, conditions)));
    }
    return met;
  }

  /** Returns all sets of the kind that is asked for: copies are looked for without links. */
  async #read(
    { kind, minScore }: Pick<DuplicateConditions, "kind" | "minScore">,
    signal: AbortSignal,
  ): Promise<readonly DuplicateSet[]> {
    const { recordings, sets } = await this.#readHeld(signal);
    const groups = kind === "copies" ? ungrouped : await this.needs.links.readGroups(minScore);
    return sets
      .of([groups], () => new SharedResult())
      .get(signal, (abandoned) => this.#setsAmong(recordings, groups, abandoned));
  }

  async #readHeld(signal: AbortSignal): Promise<HeldLibrary> {
    const { held, links, progress } = this.needs;
    const shared = this.#held.of([await progress.revision()], () => new SharedResult());
    return shared.get(signal, async (abandoned) => {
      const groups = await links.readGroups();
      const recordings = await held.read(
        (recordingId, fileCount) => fileCount > 1 || groups.membersOf(recordingId).length > 1,
        abandoned,
      );
      return { recordings, sets: new KeptValues(KEPT_LISTS) };
    });
  }

  async #setsAmong(
    held: ReadonlyMap<RecordingId, HeldRecording>,
    groups: PerformanceGroups,
    abandoned: AbortSignal,
  ): Promise<readonly DuplicateSet[]> {
    const sets: DuplicateSet[] = [];
    for (const set of duplicatesAmong(held, groups)) {
      if (sets.push(set) % SETS_PER_SLICE !== 0) continue;
      await this.needs.clock.sleep(0);
      abandoned.throwIfAborted();
    }
    return sets;
  }

  /** Reads everything that an answer says of some sets. */
  async #describe(
    sets: readonly DuplicateSet[],
    { minScore }: Pick<DuplicateConditions, "minScore">,
  ): Promise<readonly DuplicateGroup[]> {
    const recordings = sets.flatMap((set) => set.recordings);
    const ids = recordings.map(({ recordingId }) => recordingId);
    const [described, linked] = await Promise.all([
      this.#describeRecordings(recordings),
      this.needs.links.findLinked(ids, minScore),
    ]);
    const linksOf = new Map(ids.map((id, index) => [id, linked[index] ?? []]));
    return sets.map(({ kind, recordings: held }) => {
      const found = held
        .flatMap(({ recordingId }) => described.get(recordingId) ?? [])
        .filter(({ files }) => files.length > 0);
      const heldFiles = held.reduce((sum, { files }) => sum + files.length, 0);
      const foundFiles = found.reduce((sum, { files }) => sum + files.length, 0);
      return groupFrom(found, {
        kind,
        changedFiles: heldFiles - foundFiles,
        links: kind === "copies" ? [] : linksAmong(found, linksOf),
      });
    });
  }

  /** Reads what is known of recordings, with those of their files that have not changed. */
  async #describeRecordings(
    held: readonly HeldRecording[],
  ): Promise<ReadonlyMap<RecordingId, DescribedRecording>> {
    const { files, library, store, tracks } = this.needs;
    const ids = held.map(({ recordingId }) => recordingId);
    const fileIds = held.flatMap((recording) => recording.files.map(({ fileId }) => fileId));
    const [stored, analyses] = await Promise.all([library.findByIds(fileIds), store.findMany(ids)]);
    const known = new Map<TrackRef, Analysis>();
    for (const analysis of analyses) if (analysis) known.set(analysis.recordingId, analysis);
    const [found, seen] = await Promise.all([
      tracks.findMany(ids, known),
      files.look(stored.filter((file) => file !== undefined)),
    ]);
    const seenById = new Map(seen.map((one) => [fileIdOf(one.file), one]));
    const described = held.flatMap(({ recordingId, files: own }, index) => {
      const analysis = known.get(recordingId);
      const track = found[index];
      if (analysis === undefined || track === undefined) return [];
      const unchanged = own.flatMap(({ fileId }): readonly UnchangedFile[] => {
        const one = seenById.get(fileId);
        if (one?.file.recordingId !== recordingId || one.presence === "changed") return [];
        return [{ file: one.file, presence: one.presence }];
      });
      return [[recordingId, { recordingId, track, analysis, files: unchanged }] as const];
    });
    return new Map(described);
  }
}

/** Returns the links between recordings, the surest first. */
function linksAmong(
  found: readonly DescribedRecording[],
  linksOf: ReadonlyMap<RecordingId, readonly LinkedRecording[]>,
): readonly PerformanceLink[] {
  const ids = new Set(found.map(({ recordingId }) => recordingId));
  return [...ids]
    .flatMap((firstId) =>
      (linksOf.get(firstId) ?? [])
        .filter(({ recordingId }) => firstId < recordingId && ids.has(recordingId))
        .map(({ recordingId, ...link }) => ({ firstId, secondId: recordingId, ...link })),
    )
    .sort((one, other) => other.score - one.score);
}
