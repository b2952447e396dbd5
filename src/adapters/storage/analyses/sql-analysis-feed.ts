import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { RecordingKey } from "../../../domain/track/recording.js";
import { similarityFields, type SimilarityField } from "../../../domain/catalogue/similarity.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type {
  AnalysisChange,
  AnalysisFeed,
  MeasuredPortion,
  MeasuredTrack,
} from "../../../ports/analysis/analysis-feed.js";
import { CatalogueIndex } from "../catalogue/catalogue-index.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";

/**
 * Reports the changes of the analyses in a database. A complete listing comes from the catalogue in
 * memory, so that the table is read once for both.
 */
export class SqlAnalysisFeed implements AnalysisFeed {
  readonly #database: Database;
  readonly #kysely: Kysely<Schema>;
  readonly #catalogue: CatalogueIndex;

  /** @param needs.catalogue of the same database; without it, a new one is created */
  constructor(needs: { readonly database: Database; readonly catalogue?: CatalogueIndex }) {
    const { database, catalogue = new CatalogueIndex(database) } = needs;
    this.#database = database;
    this.#catalogue = catalogue;
    this.#kysely = database.kysely;
  }

  async revision(): Promise<number> {
    const { revision } = await this.#kysely
      .selectFrom("analysisRevision")
      .select("revision")
      .executeTakeFirstOrThrow();
    await nextTurn();
    return revision;
  }

  /**
   * Lists from the last slot to the first: a removal between two portions moves the last track to a
   * lower slot, where it is listed again, so that none is missed.
   */
  async listStored(from: number | undefined, limit: number): Promise<MeasuredPortion> {
    const columns = await this.#catalogue.current();
    const end = Math.min(from ?? columns.size, columns.size);
    const first = Math.max(0, end - limit);
    // Copies, because the columns change.
    const portion = {
      trackKeys: columns.trackKeys.slice(first, end),
      recordingKeys: columns.recordingKeys.slice(first, end),
      values: similarityFields.map((field) => columns.numbers(field).slice(first, end)),
    };
    await nextTurn();
    return first === 0 ? portion : { ...portion, next: first };
  }

  async listChanges(since: number, limit: number): Promise<readonly AnalysisChange[]> {
    const changes = await this.#kysely
      .selectFrom("analysisChanges")
      .select(["trackKey", "revision"])
      .where("revision", ">", since)
      .orderBy("revision")
      .limit(limit)
      .execute();
    const trackKeys = changes.map(({ trackKey }) => trackKey as TrackKey);
    const now = await this.findMany(trackKeys);
    await nextTurn();
    return changes.map(({ revision }, index) => {
      const measured = now[index];
      const trackKey = trackKeys[index] as TrackKey;
      return measured ? { revision, trackKey, measured } : { revision, trackKey };
    });
  }

  async findMany(trackKeys: readonly TrackKey[]): Promise<readonly (MeasuredTrack | undefined)[]> {
    if (trackKeys.length === 0) return [];
    const rows = await this.#database.list(
      this.#measured().where("analyses.trackKey", "in", trackKeys),
    );
    const found = new Map(rows.map(toMeasured).map((track) => [track.trackKey, track]));
    return trackKeys.map((trackKey) => found.get(trackKey));
  }

  #measured() {
    return this.#kysely
      .selectFrom("analyses")
      .select(["analyses.trackKey", "recordingKey"])
      .select(similarityFields);
  }
}

/** An analysis without a recording key, from an older version, counts as a recording of its own. */
function toMeasured(row: readonly unknown[]): MeasuredTrack {
  const [trackKey, recordingKey] = row;
  const values = {} as Record<SimilarityField, number | null>;
  similarityFields.forEach((field, index) => {
    values[field] = row[2 + index] as number | null;
  });
  return {
    trackKey: trackKey as TrackKey,
    recordingKey: (recordingKey ?? trackKey) as RecordingKey,
    values,
  };
}
