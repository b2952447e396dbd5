import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { RecordingKey } from "../../domain/recording.js";
import { similarityFields, type SimilarityField } from "../../domain/similarity.js";
import type { TrackKey } from "../../domain/track-key.js";
import type {
  AnalysisChange,
  AnalysisFeed,
  MeasuredPortion,
  MeasuredTrack,
} from "../../ports/analysis-feed.js";
import type { Database } from "./database.js";
import type { Schema } from "./schema.js";

/** What changed among the analyses of a database. */
export class SqlAnalysisFeed implements AnalysisFeed {
  readonly #database: Database;
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Database }) {
    this.#database = database;
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

  /** In the order of the file: that of keys would jump about in it. */
  async listKept(from: number | undefined, limit: number): Promise<MeasuredPortion> {
    const place = sql<number>`analyses.rowid`;
    const rows = await this.#database.list(
      this.#measured()
        .select(place.as("place"))
        .where(place, ">=", from ?? 0)
        .orderBy(place)
        .limit(limit),
    );
    await nextTurn();
    const tracks = rows.map(toMeasured);
    const last = rows.at(-1)?.at(-1) as number | undefined;
    return last === undefined || rows.length < limit ? { tracks } : { tracks, next: last + 1 };
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

/** Analyses that are older than recordings are of one each. */
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
