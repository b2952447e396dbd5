import type { Kysely } from "kysely";
import type { Analysis } from "../../domain/analysis.js";
import type { PageRequest, TrackFilter } from "../../domain/catalogue-query.js";
import type { RecordingKey } from "../../domain/recording.js";
import type { TrackKey } from "../../domain/track-key.js";
import type { AnalysedSpelling, AnalysisStore } from "../../ports/analysis-store.js";
import { orderColumn, passes, stands } from "./analysis-page.js";
import { toAnalysesRow, toAnalysis, toDetailsRow } from "./analysis-row.js";
import type { Database } from "./database.js";
import { portionsOf } from "./portions.js";
import type { Schema } from "./schema.js";

/** More values than this do not fit one statement everywhere. */
const MOST_KEYS_A_STATEMENT = 5000;

/** Analyses in the database. */
export class SqlAnalysisStore implements AnalysisStore {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Database }) {
    this.#kysely = database.kysely;
  }

  async save(analysis: Analysis): Promise<void> {
    const { trackKey, ...row } = toAnalysesRow(analysis);
    const { details } = toDetailsRow(analysis);
    await this.#kysely.transaction().execute(async (transaction) => {
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
    });
  }

  async findMany(trackKeys: readonly TrackKey[]): Promise<readonly (Analysis | undefined)[]> {
    const found = new Map<string, Analysis>();
    for (const some of portionsOf([...new Set(trackKeys)], MOST_KEYS_A_STATEMENT)) {
      for (const analysis of await this.#ownOrBorrowed(some)) {
        const other = found.get(analysis.trackKey);
        if (other === undefined || other.version <= analysis.version) {
          found.set(analysis.trackKey, analysis);
        }
      }
    }
    return trackKeys.map((trackKey) => found.get(trackKey));
  }

  async findByRecording(recordingKey: RecordingKey): Promise<readonly Analysis[]> {
    const rows = await this.#whole()
      .where("recordingKey", "=", recordingKey)
      .orderBy("analyzedAt", "desc")
      .orderBy("analyses.trackKey")
      .execute();
    return rows.map(toAnalysis);
  }

  async keepSpelling({ trackKey, ...spelling }: AnalysedSpelling): Promise<void> {
    await this.#kysely
      .insertInto("analysisSpellings")
      .values({ trackKey, ...spelling })
      .onConflict((conflict) => conflict.column("trackKey").doUpdateSet(spelling))
      .execute();
  }

  async remove(trackKeys: readonly TrackKey[]): Promise<void> {
    await this.#kysely.transaction().execute(async (transaction) => {
      for (const some of portionsOf(trackKeys, MOST_KEYS_A_STATEMENT)) {
        await transaction.deleteFrom("analyses").where("trackKey", "in", some).execute();
        await transaction.deleteFrom("analysisSpellings").where("trackKey", "in", some).execute();
      }
    });
  }

  async list(page: PageRequest): Promise<readonly Analysis[]> {
    const { filter, order, after, before } = page;
    // The last rows before a position are the first ones of the order turned round.
    const isTurned = page.first === undefined && page.last !== undefined;
    const isUpwards = (order.direction === "asc") !== isTurned;
    const most = page.first ?? page.last;

    const column = orderColumn(order.field);
    let keys = this.#kysely
      // Few tracks hold a word, so they are gathered before they are ordered. Walking the whole
      // order to meet one would be several times slower.
      .with(
        (matching) => {
          const table = matching("matching");
          return filter.text === undefined ? table.notMaterialized() : table.materialized();
        },
        (query) => query.selectFrom("analyses").select(["trackKey", column]).where(passes(filter)),
      )
      .selectFrom("matching as analyses")
      .select("trackKey")
      .orderBy(column, (by) => {
        const directed = isUpwards ? by.asc() : by.desc();
        return isTurned ? directed.nullsFirst() : directed.nullsLast();
      })
      .orderBy("trackKey", isTurned ? "desc" : "asc");
    if (after) keys = keys.where(stands("behind", order, after));
    if (before) keys = keys.where(stands("before", order, before));
    if (most !== undefined) keys = keys.limit(most + 1);

    const trackKeys = (await keys.execute()).map(({ trackKey }) => trackKey as TrackKey);
    const analyses = await this.findMany(isTurned ? trackKeys.reverse() : trackKeys);
    return analyses.filter((analysis) => analysis !== undefined);
  }

  async count(filter: TrackFilter): Promise<number> {
    const { count } = await this.#kysely
      .selectFrom("analyses")
      .select((build) => build.fn.countAll<number>().as("count"))
      .where(passes(filter))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** For each key, what its recording lends it, then what is kept under it; in one statement. */
  async #ownOrBorrowed(trackKeys: readonly TrackKey[]): Promise<readonly Analysis[]> {
    const borrowed = this.#whole()
      .innerJoin("analysisSpellings as asked", "asked.analysisKey", "analyses.trackKey")
      .select(["asked.trackKey as askedKey", "asked.artist as askedArtist"])
      .select(["asked.trackName as askedName", (build) => build.lit<number>(0).as("isOwn")])
      .where("asked.trackKey", "in", trackKeys);
    const own = this.#whole()
      .select(["analyses.trackKey as askedKey", "analyses.artist as askedArtist"])
      .select(["analyses.trackName as askedName", (build) => build.lit<number>(1).as("isOwn")])
      .where("analyses.trackKey", "in", trackKeys);
    const rows = await borrowed.unionAll(own).orderBy("isOwn").execute();
    return rows.map(({ askedKey, askedArtist, askedName, ...row }) => ({
      ...toAnalysis(row),
      trackKey: askedKey as TrackKey,
      artist: askedArtist,
      trackName: askedName,
    }));
  }

  #whole() {
    return this.#kysely
      .selectFrom("analyses")
      .innerJoin("analysisDetails", "analysisDetails.trackKey", "analyses.trackKey")
      .selectAll("analyses")
      .select("details");
  }
}
