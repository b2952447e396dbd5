import type { Kysely, Transaction } from "kysely";
import type { Analysis } from "../../../domain/analysis/analysis.js";
import {
  correctionFields,
  type CorrectionValue,
  type Corrections,
} from "../../../domain/analysis/correction-field.js";
import { correctedAnalysis } from "../../../domain/analysis/corrections.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";

const IDS_PER_STATEMENT = 500;

/** What users state about a recording. */
export interface StoredCorrections {
  readonly stated: Corrections;
  /** When the newest of them was stated, milliseconds since 1970. */
  readonly statedAt: number;
}

/** Reads what users state about recordings, by their ids; one of which nothing is stated is absent. */
export async function readCorrections(
  kysely: Kysely<Schema>,
  recordingIds: readonly string[],
): Promise<ReadonlyMap<string, StoredCorrections>> {
  const found = new Map<string, StoredCorrections>();
  for (const some of portionsOf(recordingIds, IDS_PER_STATEMENT)) {
    const rows = await kysely
      .selectFrom("corrections")
      .select(["recordingId", "field", "value", "statedAt"])
      .where("recordingId", "in", some)
      .execute();
    for (const { recordingId, field, value, statedAt } of rows) {
      const before = found.get(recordingId);
      found.set(recordingId, {
        stated: { ...before?.stated, [field]: JSON.parse(value) as CorrectionValue },
        statedAt: Math.max(before?.statedAt ?? 0, statedAt),
      });
    }
  }
  return found;
}

/** Returns a new measurement with what users state about its recording. */
export async function withCorrections(
  transaction: Transaction<Schema>,
  measured: Analysis,
): Promise<Analysis> {
  const corrections = await readCorrections(transaction, [measured.recordingId]);
  const known = corrections.get(measured.recordingId);
  if (known === undefined) return measured;
  return { ...correctedAnalysis(measured, known.stated), correctedAt: known.statedAt };
}

/** Replaces what is stated about a recording. */
export async function writeCorrections(
  transaction: Transaction<Schema>,
  recordingId: string,
  {
    before,
    after,
    at,
  }: { readonly before: Corrections; readonly after: Corrections; readonly at: number },
): Promise<void> {
  const changed = correctionFields.filter((field) => before[field] !== after[field]);
  await transaction
    .deleteFrom("corrections")
    .where("recordingId", "=", recordingId)
    .where("field", "in", changed)
    .execute();
  const rows = changed.flatMap((field) => {
    const value = after[field];
    return value === undefined
      ? []
      : [{ recordingId, field, value: JSON.stringify(value), statedAt: at }];
  });
  if (rows.length > 0) await transaction.insertInto("corrections").values(rows).execute();
}

/** Gives a recording what is stated about another one, where nothing is stated about it. */
export async function moveCorrections(
  transaction: Transaction<Schema>,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable("corrections")
    .set({ recordingId: to })
    .where("recordingId", "=", from)
    .where("field", "not in", (build) =>
      build.selectFrom("corrections as other").select("other.field").where("recordingId", "=", to),
    )
    .execute();
  await transaction.deleteFrom("corrections").where("recordingId", "=", from).execute();
}
