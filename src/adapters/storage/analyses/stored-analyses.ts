import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Analysis, AnalysisValues } from "../../../domain/analysis/analysis.js";
import { correctedAnalysis, measuredAnalysisOf } from "../../../domain/analysis/corrections.js";
import { recordChanges } from "../analysis-changes.js";
import {
  analysisFromRow,
  analysisValuesFromRow,
  hasValuesInDetails,
  toAnalysesRow,
  toDetailsRow,
} from "../analysis-row.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";
import { relabel } from "./recording-labels.js";
import { searchByStatedNames } from "./stated-file-names.js";
import { readCorrections } from "./stored-corrections.js";

/** Maximum number of ids in one statement, for all database systems. */
const IDS_PER_STATEMENT = 5000;

/** Whole analyses that are read before the event loop runs other work: some ten milliseconds. */
const ANALYSES_PER_TURN = 100;

/** The columns of the values of an analysis, by name, so that PostgreSQL can prepare what selects them. */
const VALUE_COLUMNS = [
  ...(["analyses.recordingId", "analyses.trackKey", "analyses.version"] as const),
  ...(["analyses.analyzedAt", "analyses.durationSeconds"] as const),
  ...(["analyses.artist", "analyses.trackName"] as const),
  ...(["analyses.source", "analyses.release"] as const),
  ...(["analyses.holdingFile", "analyses.goneAt"] as const),
  ...(["analyses.isExcerpt", "analyses.isVerified", "analyses.estimates"] as const),
  "analyses.ruledName",
] as const;

/** The columns of an analysis. */
const WHOLE_COLUMNS = [
  ...VALUE_COLUMNS,
  ...(["analyses.soundEmbedding", "analysisDetails.details"] as const),
] as const;

/** Reads analyses, by the ids of their recordings. Other work of the process runs in between. */
export async function readAnalyses(
  kysely: Kysely<Schema>,
  recordingIds: readonly string[],
): Promise<ReadonlyMap<string, Analysis>> {
  const found = new Map<string, Analysis>();
  for (const [index, some] of portionsOf(recordingIds, ANALYSES_PER_TURN).entries()) {
    // Between portions only, and not behind the last as `inTurns` waits: most requests read one portion, and each would wait.
    if (index > 0) await nextTurn();
    const rows = await kysely
      .selectFrom("analyses")
      .innerJoin("analysisDetails", "analysisDetails.recordingId", "analyses.recordingId")
      .select(WHOLE_COLUMNS)
      .where("analyses.recordingId", "in", some)
      .execute();
    for (const row of rows) found.set(row.recordingId, analysisFromRow(row));
  }
  return found;
}

/** Reads the values of analyses, by the ids of their recordings; of most, a tenth of what is stored. */
export async function readAnalysisValues(
  kysely: Kysely<Schema>,
  recordingIds: readonly string[],
): Promise<ReadonlyMap<string, AnalysisValues>> {
  const found = new Map<string, AnalysisValues>();
  for (const some of portionsOf(recordingIds, IDS_PER_STATEMENT)) {
    const rows = await kysely
      .selectFrom("analyses")
      .select(VALUE_COLUMNS)
      .where("analyses.recordingId", "in", some)
      .execute();
    const details = await readDetails(kysely, rows.filter(hasValuesInDetails));
    for (const row of rows) {
      const { recordingId } = row;
      found.set(recordingId, analysisValuesFromRow(row, details.get(recordingId)));
    }
  }
  return found;
}

async function readDetails(
  kysely: Kysely<Schema>,
  of: readonly { readonly recordingId: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (of.length === 0) return new Map();
  const ids = of.map(({ recordingId }) => recordingId);
  const rows = await kysely
    .selectFrom("analysisDetails")
    .select(["recordingId", "details"])
    .where("recordingId", "in", ids)
    .execute();
  return new Map(rows.map(({ recordingId, details }) => [recordingId, details]));
}

/**
 * Brings a stored analysis in line with what is stated about its recording: its values, and the name that it is listed
 * under. Called in a transaction of `changeAnalyses`; does nothing where there is no analysis.
 *
 * @param correctedAt when the user changed it, milliseconds since 1970; where absent, when the newest was stated
 */
export async function correctStored(
  transaction: Transaction<Schema>,
  recordingId: string,
  correctedAt?: number,
): Promise<void> {
  const analysis = (await readAnalyses(transaction, [recordingId])).get(recordingId);
  if (analysis === undefined) return;
  const corrections = (await readCorrections(transaction, [recordingId])).get(recordingId);
  const measured = measuredAnalysisOf(analysis);
  const at = correctedAt ?? corrections?.statedAt ?? measured.correctedAt;
  const effective = {
    ...correctedAnalysis(measured, corrections?.stated ?? {}),
    ...(at !== undefined && { correctedAt: at }),
  };
  await transaction
    .updateTable("analyses")
    .set({ estimates: toAnalysesRow(effective).estimates })
    .where("recordingId", "=", recordingId)
    .execute();
  await transaction
    .updateTable("analysisDetails")
    .set({ details: toDetailsRow(effective).details })
    .where("recordingId", "=", recordingId)
    .execute();
  await relabel(transaction, [recordingId]);
  await searchByStatedNames(transaction, [recordingId]);
  await recordChanges(transaction, [recordingId]);
}
