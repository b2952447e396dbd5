import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { RecordingKey } from "../../domain/recording.js";
import { similarityFields, type SimilarityField } from "../../domain/similarity.js";
import type { TrackKey } from "../../domain/track-key.js";
import type { AnalysisChange, AnalysisFeed, MeasuredTrack } from "../../ports/analysis-feed.js";
import type { Database } from "./database.js";
import type { Schema } from "./schema.js";

/** What changed among the analyses of a database. */
export class SqlAnalysisFeed implements AnalysisFeed {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Database }) {
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

  async listKept(after: TrackKey | undefined, limit: number): Promise<readonly MeasuredTrack[]> {
    const rows = await this.#measured()
      .where("analyses.trackKey", ">", after ?? "")
      .orderBy("analyses.trackKey")
      .limit(limit)
      .execute();
    await nextTurn();
    return rows.map(toMeasured);
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
    const rows = await this.#measured().where("analyses.trackKey", "in", trackKeys).execute();
    const found = new Map(rows.map((row) => [row.trackKey, toMeasured(row)]));
    return trackKeys.map((trackKey) => found.get(trackKey));
  }

  #measured() {
    return this.#kysely
      .selectFrom("analyses")
      .select(["analyses.trackKey", "recordingKey"])
      .select(similarityFields);
  }
}

type MeasuredRow = Readonly<Record<SimilarityField, number | null>> & {
  readonly trackKey: string;
  readonly recordingKey: string | null;
};

/** Analyses that are older than recordings are of one each. */
function toMeasured({ trackKey, recordingKey, ...values }: MeasuredRow): MeasuredTrack {
  return {
    trackKey: trackKey as TrackKey,
    recordingKey: (recordingKey ?? trackKey) as RecordingKey,
    values,
  };
}
