import type { Kysely, Transaction } from "kysely";
import { areSameCorrections, measuredAnalysisOf } from "../../../domain/analysis/corrections.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type {
  CorrectedRecording,
  CorrectionStore,
} from "../../../ports/analysis/correction-store.js";
import { changeAnalyses } from "../analysis-changes.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";
import { insertDeliveries } from "../webhooks/sql-webhook-store.js";
import type { RecentRecordings } from "./recent-recordings.js";
import { correctStored, readAnalyses } from "./stored-analyses.js";
import { readCorrections, writeCorrections } from "./stored-corrections.js";

/** Stores what users state about recordings in the database. */
export class SqlCorrectionStore implements CorrectionStore {
  readonly #kysely: Kysely<Schema>;
  readonly #recent: RecentRecordings;

  /** @param needs.recent shared with the stores of analyses and of library files */
  constructor(needs: { readonly database: Database; readonly recent: RecentRecordings }) {
    this.#kysely = needs.database.kysely;
    this.#recent = needs.recent;
  }

  change(
    recordingId: RecordingId,
    decide: Parameters<CorrectionStore["change"]>[1],
    { at, deliveriesOf }: Parameters<CorrectionStore["change"]>[2],
  ): ReturnType<CorrectionStore["change"]> {
    return this.#recent.change(() =>
      changeAnalyses(this.#kysely, async (transaction) => {
        const analysis = await readAnalysis(transaction, recordingId);
        if (analysis === undefined) return undefined;
        const corrections = await readCorrections(transaction, [recordingId]);
        const before = corrections.get(recordingId)?.stated ?? {};
        const after = decide(measuredAnalysisOf(analysis), before);
        if (areSameCorrections(before, after)) return { analysis, isChanged: false };
        await writeCorrections(transaction, recordingId, { before, after, at });
        await correctStored(transaction, recordingId, at);
        const changed = await readAnalysis(transaction, recordingId);
        if (changed === undefined) return undefined;
        await insertDeliveries(transaction, deliveriesOf(changed));
        return { analysis: changed, isChanged: true };
      }),
    );
  }

  async list(): Promise<readonly CorrectedRecording[]> {
    const rows = await this.#kysely
      .selectFrom("corrections")
      .select("recordingId")
      .distinct()
      .orderBy("recordingId")
      .execute();
    const ids = rows.map(({ recordingId }) => recordingId as RecordingId);
    const corrections = await readCorrections(this.#kysely, ids);
    return ids.flatMap((recordingId) => {
      const known = corrections.get(recordingId);
      return known ? [{ recordingId, ...known }] : [];
    });
  }
}

const readAnalysis = async (transaction: Transaction<Schema>, recordingId: RecordingId) =>
  (await readAnalyses(transaction, [recordingId])).get(recordingId);
