import type { Kysely, Transaction } from "kysely";
import type { Analysis, AnalysisValues } from "../../../domain/analysis/analysis.js";
import { correctedTimeline } from "../../../domain/analysis/corrected-timeline.js";
import type { EstimateField } from "../../../domain/analysis/descriptors.js";
import type { Timeline } from "../../../domain/analysis/timeline.js";
import type { Holders, Page, PageRequest } from "../../../domain/catalogue/catalogue-query.js";
import { isRecordingId, type RecordingId } from "../../../domain/track/recording-id.js";
import type { TrackKey, TrackNames } from "../../../domain/track/track-key.js";
import { splitRefs, type TrackRef } from "../../../domain/track/track-ref.js";
import type { NewDelivery } from "../../../domain/webhook/webhook-delivery.js";
import type { WorkBudget } from "../../../domain/work-budget.js";
import type {
  AnalysisStore,
  HolderOptions,
  RecordingsOfName,
} from "../../../ports/analysis/analysis-store.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import { changeAnalyses, recordChanges } from "../analysis-changes.js";
import { toAnalysesRow, toDetailsRow } from "../analysis-row.js";
import { CatalogueIndex } from "../catalogue/catalogue-index.js";
import type { Database } from "../database.js";
import { compareAgain, saveFingerprint } from "../fingerprints/saved-fingerprint.js";
import { addFurtherKeys } from "../further-names.js";
import { portionsOf } from "../portions.js";
import type { AnalysesTable, Schema } from "../tables.js";
import { insertDeliveries } from "../webhooks/sql-webhook-store.js";
import { type FoundName, readNamed, readNamesOf } from "./named-recordings.js";
import { RecentRecordings } from "./recent-recordings.js";
import { correctStored, readAnalyses, readAnalysisValues } from "./stored-analyses.js";
import { moveCorrections, readCorrections, withCorrections } from "./stored-corrections.js";
import { measureLengths, relabel, removeEarlier } from "./recording-labels.js";

/** Maximum number of values in one statement, for all database systems. */
const MAX_KEYS_PER_STATEMENT = 5000;

/** Stores analyses in the database. */
export class SqlAnalysisStore implements AnalysisStore {
  readonly #kysely: Kysely<Schema>;
  readonly #catalogue: CatalogueIndex;
  readonly #recent: RecentRecordings;

  /**
   * @param needs.catalogue of the same database; without it, a new one is created
   * @param needs.recent shared with the store of the library's files; without it, a new one is created
   * @param needs.clock by default that of the system
   */
  constructor(needs: {
    readonly database: Database;
    readonly catalogue?: CatalogueIndex;
    readonly recent?: RecentRecordings;
    readonly clock?: Pick<Clock, "now">;
  }) {
    const { database, catalogue = new CatalogueIndex(database) } = needs;
    this.#recent = needs.recent ?? new RecentRecordings(needs);
    this.#kysely = database.kysely;
    this.#catalogue = catalogue;
  }

  async save(
    analysis: Analysis,
    deliveriesOf: (stored: Analysis) => readonly NewDelivery[] = () => [],
    { isOfFile = false }: { readonly isOfFile?: boolean } = {},
  ): Promise<boolean> {
    return this.#change(async (transaction) => {
      const effective = await withCorrections(transaction, analysis);
      const { recordingId, ...row } = toAnalysesRow(effective);
      const { details } = toDetailsRow(effective);
      const stored = await transaction
        .selectFrom("analyses")
        .select(["version", "source", "goneAt"])
        .where("recordingId", "=", recordingId)
        .executeTakeFirst();
      if (stored !== undefined && stored.version > analysis.version) return false;
      const { trackKey, artist, trackName } = analysis;
      if (stored === undefined) {
        await transaction
          .insertInto("analyses")
          .values({ recordingId, ...row })
          .execute();
      } else {
        await transaction
          .updateTable("analyses")
          .set(measuredOf(row, stored))
          .where("recordingId", "=", recordingId)
          .execute();
      }
      await transaction
        .insertInto("analysisDetails")
        .values({ recordingId, details })
        .onConflict((conflict) => conflict.column("recordingId").doUpdateSet({ details }))
        .execute();
      await transaction
        .insertInto("recordingNames")
        .values({ trackKey, recordingId, artist, trackName })
        .onConflict((conflict) =>
          conflict.columns(["trackKey", "recordingId"]).doUpdateSet({ artist, trackName }),
        )
        .execute();
      await addFurtherKeys(transaction, [analysis]);
      await saveTimeline(transaction, analysis);
      await saveFingerprint(transaction, analysis);
      await relabel(transaction, [recordingId], {
        ...(isOfFile && { changedAt: analysis.analyzedAt }),
      });
      await removeEarlier(transaction, analysis);
      await measureLengths(transaction, [recordingId]);
      await recordChanges(transaction, [recordingId]);
      await insertDeliveries(transaction, deliveriesOf(effective));
      return true;
    });
  }

  async findMany(refs: readonly TrackRef[]): Promise<readonly (Analysis | undefined)[]> {
    return this.#find(refs, async (ids) => {
      const analyses = await this.#recent.analyses.findMany(ids, (missing) =>
        this.#readMany(missing as RecordingId[]),
      );
      return new Map(ids.map((id, index) => [id, analyses[index]]));
    });
  }

  async findValues(refs: readonly TrackRef[]): Promise<readonly (AnalysisValues | undefined)[]> {
    return this.#find(refs, (ids) => readAnalysisValues(this.#kysely, ids));
  }

  /** Returns what is read of the recordings that references mean, under their names. */
  async #find<Read extends AnalysisValues>(
    refs: readonly TrackRef[],
    read: (ids: readonly RecordingId[]) => Promise<ReadonlyMap<string, Read | undefined>>,
  ): Promise<readonly (Read | undefined)[]> {
    const { names, idOf } = await this.#resolve(refs);
    const found = await read([...new Set(refs.flatMap((ref) => idOf(ref) ?? []))]);
    return refs.map((ref) => {
      const analysis = found.get(idOf(ref) ?? "");
      return isRecordingId(ref) ? analysis : analysis && underName(analysis, ref, names.get(ref));
    });
  }

  /** Returns what the names among references mean, and a function that tells the recording of each reference. */
  async #resolve(refs: readonly TrackRef[]): Promise<{
    readonly names: ReadonlyMap<TrackKey, FoundName>;
    readonly idOf: (ref: TrackRef) => RecordingId | undefined;
  }> {
    const names = await this.#readNames(splitRefs(refs).trackKeys);
    return {
      names,
      idOf: (ref) => (isRecordingId(ref) ? ref : names.get(ref)?.recordings[0]?.recordingId),
    };
  }

  async findNamed(trackKeys: readonly TrackKey[]): Promise<readonly RecordingsOfName[]> {
    const names = await this.#readNames(trackKeys);
    return trackKeys.map(
      (trackKey) => names.get(trackKey) ?? { recordings: [], hasUnreadFile: false },
    );
  }

  async findNames(recordingId: RecordingId): Promise<readonly TrackNames[]> {
    return (await readNamesOf(this.#kysely, [recordingId])).get(recordingId) ?? [];
  }

  async #readNames(trackKeys: readonly TrackKey[]): Promise<ReadonlyMap<TrackKey, FoundName>> {
    if (trackKeys.length === 0) return new Map();
    const found = await this.#recent.names.findMany(trackKeys, async (missing) => {
      const names = await readNamed(this.#kysely, missing);
      return missing.map((trackKey) => names.get(trackKey));
    });
    return new Map(
      trackKeys.flatMap((trackKey, index) => {
        const name = found[index];
        return name ? [[trackKey, name] as const] : [];
      }),
    );
  }

  async #readMany(
    recordingIds: readonly RecordingId[],
  ): Promise<readonly (Analysis | undefined)[]> {
    const found = await readAnalyses(this.#kysely, recordingIds);
    return recordingIds.map((recordingId) => found.get(recordingId));
  }

  async findTimelines(refs: readonly TrackRef[]): Promise<readonly (Timeline | undefined)[]> {
    const { idOf } = await this.#resolve(refs);
    const ids = [...new Set(refs.flatMap((ref) => idOf(ref) ?? []))];
    const found = new Map<string, Timeline>();
    for (const some of portionsOf(ids, MAX_KEYS_PER_STATEMENT)) {
      const rows = await this.#kysely
        .selectFrom("analysisTimelines")
        .selectAll()
        .where("recordingId", "in", some)
        .execute();
      for (const row of rows) found.set(row.recordingId, JSON.parse(row.timeline) as Timeline);
    }
    const corrected = await readCorrections(this.#kysely, [...found.keys()]);
    for (const [id, analysis] of await readAnalyses(this.#kysely, [...corrected.keys()])) {
      const timeline = found.get(id);
      if (timeline) found.set(id, correctedTimeline(timeline, analysis));
    }
    return refs.map((ref) => found.get(idOf(ref) ?? ""));
  }

  verify(from: RecordingId, to: RecordingId): Promise<void> {
    return this.#change(async (transaction) => {
      await moveAnalysis(transaction, from, to);
      await moveCorrections(transaction, from, to);
      await correctStored(transaction, to);
    });
  }

  /** Runs a change in a transaction, one at a time. */
  #change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    return this.#recent.change(() => changeAnalyses(this.#kysely, work));
  }

  async list(request: PageRequest, budget?: WorkBudget): Promise<Page<Analysis>> {
    const page = await this.#catalogue.listIds(request, budget);
    const analyses = await this.#readMany(page.items);
    return { ...page, items: analyses.filter((analysis) => analysis !== undefined) };
  }

  async findHolders(
    fields: readonly EstimateField[],
    options: HolderOptions,
  ): Promise<readonly Holders<Analysis>[]> {
    const holders = await this.#catalogue.findHolders(fields, options);
    const ids = [...new Set(holders.flatMap(({ strongest }) => strongest))];
    const analyses = await this.#readMany(ids);
    const found = new Map(ids.map((id, index) => [id, analyses[index]]));
    return holders.map(({ strongest, ...rest }) => ({
      ...rest,
      strongest: strongest.flatMap((id) => found.get(id) ?? []),
    }));
  }
}

/** Returns an analysis under a name that was asked for. */
function underName<Read extends AnalysisValues>(
  analysis: Read,
  trackKey: TrackKey,
  name: FoundName | undefined,
): Read {
  if (name?.names === undefined || analysis.trackKey === trackKey) return analysis;
  // The release is that of the name which the recording is listed under.
  const named: Read & { release?: unknown } = { ...analysis, ...name.names, trackKey };
  delete named.release;
  return named;
}

/**
 * Returns the columns of what was measured. A recording of a file stays one where it is also uploaded; one that is gone
 * returns as an upload.
 */
function measuredOf(
  row: Omit<AnalysesTable, "recordingId">,
  stored: Pick<AnalysesTable, "source" | "goneAt">,
): Partial<AnalysesTable> {
  const isOfFile = stored.source === "library" && stored.goneAt === null;
  const { version, analyzedAt, durationMs, durationSeconds } = row;
  const { estimates, soundEmbedding, isExcerpt, isVerified } = row;
  return {
    ...{ version, analyzedAt, durationMs, durationSeconds },
    ...{ estimates, soundEmbedding, isExcerpt, isVerified },
    source: isOfFile ? stored.source : row.source,
    goneAt: row.source === "upload" ? null : stored.goneAt,
  };
}

/** Stores the timeline of an analysis, and replaces an earlier one. */
async function saveTimeline(
  transaction: Transaction<Schema>,
  { recordingId, timeline }: Analysis,
): Promise<void> {
  if (timeline === undefined) {
    await transaction
      .deleteFrom("analysisTimelines")
      .where("recordingId", "=", recordingId)
      .execute();
    return;
  }
  const row = { timeline: JSON.stringify(timeline) };
  await transaction
    .insertInto("analysisTimelines")
    .values({ recordingId, ...row })
    .onConflict((conflict) => conflict.column("recordingId").doUpdateSet(row))
    .execute();
}

/**
 * Moves an analysis to another id, where there is none yet, and removes it otherwise. Its names, and the
 * choices of it for names, follow in both cases.
 */
async function moveAnalysis(
  transaction: Transaction<Schema>,
  from: RecordingId,
  to: RecordingId,
): Promise<void> {
  const rows = await transaction
    .selectFrom("analyses")
    .selectAll()
    .where("recordingId", "in", [from, to])
    .execute();
  const row = rows.find(({ recordingId }) => recordingId === from);
  if (row === undefined) return;
  if (rows.length === 1) {
    await transaction
      .insertInto("analyses")
      .values({ ...row, recordingId: to, isVerified: 1 })
      .execute();
    for (const table of ["analysisDetails", "analysisFingerprints", "analysisTimelines"] as const) {
      await transaction
        .updateTable(table)
        .set({ recordingId: to })
        .where("recordingId", "=", from)
        .execute();
    }
    await compareAgain(transaction, from, to);
  }
  await transaction
    .insertInto("recordingNames")
    .columns(["trackKey", "recordingId", "artist", "trackName"])
    .expression((build) =>
      build
        .selectFrom("recordingNames")
        .select(["trackKey", build.val(to).as("recordingId"), "artist", "trackName"])
        .where("recordingId", "=", from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction
    .updateTable("recordingPins")
    .set({ recordingId: to })
    .where("recordingId", "=", from)
    .execute();
  // Files of one name shared an analysis: which of them it was measured on, only their bytes tell.
  await transaction
    .updateTable("libraryFiles")
    .set({ recordingId: null, formerRecordingId: null })
    .where((build) =>
      build.or([build("recordingId", "=", from), build("formerRecordingId", "=", from)]),
    )
    .execute();
  await transaction.deleteFrom("analyses").where("recordingId", "=", from).execute();
  await recordChanges(transaction, [from, to]);
}
