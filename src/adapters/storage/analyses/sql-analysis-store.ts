import type { Kysely, Transaction } from "kysely";
import type { Analysis } from "../../../domain/analysis/analysis.js";
import type { EstimateField } from "../../../domain/analysis/descriptors.js";
import type {
  ColumnsRequest,
  Holders,
  Page,
  PageRequest,
  TrackColumns,
} from "../../../domain/catalogue/catalogue-query.js";
import { recordingKeyFrom, type RecordingKey } from "../../../domain/track/recording.js";
import type { Timeline } from "../../../domain/analysis/timeline.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { NewDelivery } from "../../../domain/webhook/webhook-delivery.js";
import type {
  AnalysedSpelling,
  AnalysisStore,
  TrackNames,
} from "../../../ports/analysis/analysis-store.js";
import { lockChanges, recordChanges } from "../analysis-changes.js";
import { toAnalysesRow, analysisFromRow, toDetailsRow } from "../analysis-row.js";
import { findTimelines, saveTimeline } from "./analysis-timelines.js";
import { CatalogueIndex } from "../catalogue/catalogue-index.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { Database } from "../database.js";
import { RecentReads } from "../recent-reads.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";
import { insertDeliveries } from "../webhooks/sql-webhook-store.js";
import { foldText } from "../../../domain/track/folded-text.js";

/** Maximum number of values in one statement, for all database systems. */
const MAX_KEYS_PER_STATEMENT = 5000;

/** The columns of an analysis, by name, so that PostgreSQL can prepare what selects them. */
const WHOLE_COLUMNS = [
  ...(["analyses.trackKey", "analyses.version", "analyses.analyzedAt"] as const),
  ...(["analyses.durationMs", "analyses.durationSeconds"] as const),
  ...(["analyses.artist", "analyses.artistFolded"] as const),
  ...(["analyses.trackName", "analyses.trackNameFolded"] as const),
  ...(["analyses.source", "analyses.recordingKey", "analyses.estimates"] as const),
  "analyses.soundEmbedding",
  "analysisDetails.details",
] as const;

/** Number of analyses held in memory; each takes some ten kilobytes. */
const MAX_ANALYSES_REMEMBERED = 1000;

/** Stores analyses in the database. */
export class SqlAnalysisStore implements AnalysisStore {
  readonly #kysely: Kysely<Schema>;
  readonly #catalogue: CatalogueIndex;
  readonly #reads: RecentReads<Analysis>;

  /**
   * @param needs.catalogue of the same database; without it, a new one is created
   * @param needs.clock by default that of the system
   */
  constructor(needs: {
    readonly database: Database;
    readonly catalogue?: CatalogueIndex;
    readonly clock?: Pick<Clock, "now">;
  }) {
    const { database, clock, catalogue = new CatalogueIndex(database) } = needs;
    this.#reads = new RecentReads({ clock, max: MAX_ANALYSES_REMEMBERED });
    this.#kysely = database.kysely;
    this.#catalogue = catalogue;
  }

  async save(
    analysis: Analysis,
    deliveries: readonly NewDelivery[] = [],
    mayReplace?: (stored: Analysis) => boolean,
  ): Promise<boolean> {
    const { trackKey, ...row } = toAnalysesRow(analysis);
    const { details } = toDetailsRow(analysis);
    return this.#change(async (transaction) => {
      const [stored] = mayReplace ? await this.#readMany([analysis.trackKey], transaction) : [];
      if (stored !== undefined && mayReplace?.(stored) === false) return false;
      await transaction
        .insertInto("analyses")
        .values({ trackKey, ...row })
        .onConflict((conflict) => conflict.column("trackKey").doUpdateSet(row))
        .execute();
      await transaction
        .insertInto("analysisDetails")
        .values({ trackKey, details })
        .onConflict((conflict) => conflict.column("trackKey").doUpdateSet({ details }))
        .execute();
      await saveTimeline(transaction, analysis);
      await recordChanges(transaction, [trackKey]);
      await insertDeliveries(transaction, deliveries);
      return true;
    });
  }

  findMany(trackKeys: readonly TrackKey[]): Promise<readonly (Analysis | undefined)[]> {
    return this.#reads.findMany(trackKeys, (missing) => this.#readMany(missing as TrackKey[]));
  }

  async #readMany(
    trackKeys: readonly TrackKey[],
    kysely = this.#kysely,
  ): Promise<readonly (Analysis | undefined)[]> {
    const found = new Map<string, Analysis>();
    for (const some of portionsOf([...new Set(trackKeys)], MAX_KEYS_PER_STATEMENT)) {
      for (const analysis of await this.#selectOwnOrShared(some, kysely)) {
        const other = found.get(analysis.trackKey);
        if (other === undefined || other.version <= analysis.version) {
          found.set(analysis.trackKey, analysis);
        }
      }
    }
    return trackKeys.map((trackKey) => found.get(trackKey));
  }

  async findTimelines(trackKeys: readonly TrackKey[]): Promise<readonly (Timeline | undefined)[]> {
    const found = await findTimelines(this.#kysely, trackKeys);
    return trackKeys.map((trackKey) => found.get(trackKey));
  }

  async findByRecording(recordingKey: RecordingKey): Promise<readonly Analysis[]> {
    const rows = await this.#whole()
      .where("recordingKey", "=", recordingKey)
      .orderBy("analyzedAt", "desc")
      .orderBy("analyses.trackKey")
      .execute();
    return rows.map(analysisFromRow);
  }

  async saveSpelling({ trackKey, ...spelling }: AnalysedSpelling): Promise<void> {
    await this.#change(async (transaction) => {
      const analysisKey = await ownKeyOf(transaction, spelling.analysisKey);
      const row = { ...spelling, analysisKey };
      await transaction
        .insertInto("analysisSpellings")
        .values({ trackKey, ...row })
        .onConflict((conflict) => conflict.column("trackKey").doUpdateSet(row))
        .execute();
    });
  }

  rename(from: TrackKey, to: TrackNames): Promise<boolean> {
    return this.#change((transaction) => renameAnalysis(transaction, from, to));
  }

  async remove(trackKeys: readonly TrackKey[]): Promise<void> {
    await this.#change(async (transaction) => {
      for (const some of portionsOf([...new Set(trackKeys)], MAX_KEYS_PER_STATEMENT)) {
        await transaction.deleteFrom("analyses").where("trackKey", "in", some).execute();
        await transaction.deleteFrom("analysisSpellings").where("trackKey", "in", some).execute();
        await recordChanges(transaction, some);
      }
    });
  }

  /** Runs a change in a transaction, one at a time. */
  #change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    return this.#reads.change(() =>
      this.#kysely.transaction().execute(async (transaction) => {
        await lockChanges(transaction);
        return work(transaction);
      }),
    );
  }

  async list(request: PageRequest): Promise<Page<Analysis>> {
    const page = await this.#catalogue.list(request);
    const analyses = await this.#findOwn(page.items);
    return { ...page, items: [...analyses.values()] };
  }

  async findHolders(
    fields: readonly EstimateField[],
    options: { readonly min: number; readonly first: number },
  ): Promise<readonly Holders<Analysis>[]> {
    const holders = await this.#catalogue.findHolders(fields, options);
    const analyses = await this.#findOwn(holders.flatMap(({ strongest }) => strongest));
    return holders.map(({ strongest, ...rest }) => ({
      ...rest,
      strongest: strongest.flatMap((trackKey) => analyses.get(trackKey) ?? []),
    }));
  }

  readColumns(request: ColumnsRequest): Promise<TrackColumns> {
    return this.#catalogue.readColumns(request);
  }

  /** Returns the analyses stored under these very keys, in their order, without unknown keys. */
  async #findOwn(trackKeys: readonly TrackKey[]): Promise<ReadonlyMap<TrackKey, Analysis>> {
    const found = new Map<string, Analysis>();
    for (const some of portionsOf([...new Set(trackKeys)], MAX_KEYS_PER_STATEMENT)) {
      const rows = await this.#whole().where("analyses.trackKey", "in", some).execute();
      for (const row of rows) found.set(row.trackKey, analysisFromRow(row));
    }
    return new Map(
      trackKeys.flatMap((trackKey) => {
        const analysis = found.get(trackKey);
        return analysis === undefined ? [] : [[trackKey, analysis] as const];
      }),
    );
  }

  /** Selects for each key the analysis that it shares with its recording, then its own; in one statement. */
  async #selectOwnOrShared(
    trackKeys: readonly TrackKey[],
    kysely: Kysely<Schema>,
  ): Promise<readonly Analysis[]> {
    const shared = this.#whole(kysely)
      .innerJoin("analysisSpellings as requested", "requested.analysisKey", "analyses.trackKey")
      .select(["requested.trackKey as requestedKey", "requested.artist as requestedArtist"])
      .select(["requested.trackName as requestedName", (build) => build.lit<number>(0).as("isOwn")])
      .where("requested.trackKey", "in", trackKeys);
    const own = this.#whole(kysely)
      .select(["analyses.trackKey as requestedKey", "analyses.artist as requestedArtist"])
      .select(["analyses.trackName as requestedName", (build) => build.lit<number>(1).as("isOwn")])
      .where("analyses.trackKey", "in", trackKeys);
    const rows = await shared.unionAll(own).orderBy("isOwn").execute();
    return rows.map(({ requestedKey, requestedArtist, requestedName, ...row }) => {
      const { release, ...analysis } = analysisFromRow(row);
      return {
        ...analysis,
        trackKey: requestedKey as TrackKey,
        artist: requestedArtist,
        trackName: requestedName,
        // Another spelling may be of another release.
        ...(release && requestedKey === row.trackKey && { release }),
      };
    });
  }

  #whole(kysely = this.#kysely) {
    return kysely
      .selectFrom("analyses")
      .innerJoin("analysisDetails", "analysisDetails.trackKey", "analyses.trackKey")
      .select(WHOLE_COLUMNS);
  }
}

/** Returns the key under which the analysis is stored that a key finds: its own, or that of its spelling. */
async function ownKeyOf(transaction: Transaction<Schema>, trackKey: TrackKey): Promise<TrackKey> {
  const row = await transaction
    .selectFrom("analysisSpellings")
    .select("analysisKey")
    .where("trackKey", "=", trackKey)
    .where((build) =>
      build.not(
        build.exists(
          build.selectFrom("analyses").select("version").where("trackKey", "=", trackKey),
        ),
      ),
    )
    .executeTakeFirst();
  return (row?.analysisKey as TrackKey | undefined) ?? trackKey;
}

/**
 * Moves an analysis with its timeline and spellings to another track key, and keeps the old names as a
 * spelling. Returns whether it did: not where there is no such analysis, or one under the new key.
 */
async function renameAnalysis(
  transaction: Transaction<Schema>,
  from: TrackKey,
  { trackKey, artist, trackName }: TrackNames,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom("analyses")
    .selectAll()
    .where("trackKey", "in", [from, trackKey])
    .execute();
  const [row] = rows;
  if (row?.trackKey !== from || rows.length > 1) return false;

  const names = {
    ...{ trackKey, artist, trackName },
    ...{ artistFolded: foldText(artist), trackNameFolded: foldText(trackName) },
    recordingKey: recordingKeyFrom({ artist, trackName }),
  };
  await transaction
    .insertInto("analyses")
    .values({ ...row, ...names })
    .execute();
  for (const table of ["analysisDetails", "analysisTimelines"] as const) {
    await transaction.updateTable(table).set({ trackKey }).where("trackKey", "=", from).execute();
  }
  await transaction.deleteFrom("analysisSpellings").where("trackKey", "=", trackKey).execute();
  await transaction
    .updateTable("analysisSpellings")
    .set({ analysisKey: trackKey })
    .where("analysisKey", "=", from)
    .execute();
  await transaction.deleteFrom("analyses").where("trackKey", "=", from).execute();
  await transaction
    .insertInto("analysisSpellings")
    .values({ trackKey: from, artist: row.artist, trackName: row.trackName, analysisKey: trackKey })
    .execute();
  await recordChanges(transaction, [from, trackKey]);
  return true;
}
