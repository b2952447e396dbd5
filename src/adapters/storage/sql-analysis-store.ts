import type { Kysely } from "kysely";
import type { Analysis } from "../../domain/analysis.js";
import type { PageRequest, TrackFilter } from "../../domain/catalogue-query.js";
import type { TrackKey } from "../../domain/track-key.js";
import type { AnalysisStore } from "../../ports/analysis-store.js";
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
      const rows = await this.#whole().where("analyses.trackKey", "in", some).execute();
      for (const row of rows) found.set(row.trackKey, toAnalysis(row));
    }
    return trackKeys.map((trackKey) => found.get(trackKey));
  }

  async remove(trackKeys: readonly TrackKey[]): Promise<void> {
    await this.#kysely.transaction().execute(async (transaction) => {
      for (const some of portionsOf(trackKeys, MOST_KEYS_A_STATEMENT)) {
        await transaction.deleteFrom("analyses").where("trackKey", "in", some).execute();
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

  #whole() {
    return this.#kysely
      .selectFrom("analyses")
      .innerJoin("analysisDetails", "analysisDetails.trackKey", "analyses.trackKey")
      .selectAll("analyses")
      .select("details");
  }
}
