import type { Kysely, Transaction } from "kysely";
import type { Analysis } from "../../../domain/analysis/analysis.js";
import { indexedWordsOf } from "../../../domain/fingerprint/fingerprint-index.js";
import { unpackFingerprint } from "../../../domain/fingerprint/fingerprint-text.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";
import { bytesFromWords } from "../../../domain/fingerprint/word-bytes.js";

/** Whole fingerprints read at a time, about 400 kB. */
const FINGERPRINTS_PER_STATEMENT = 100;

/** Reads whole fingerprints in the text of `packFingerprint`, by the ids of their recordings. */
export async function readFingerprints(
  kysely: Kysely<Schema>,
  recordingIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const some of portionsOf(recordingIds, FINGERPRINTS_PER_STATEMENT)) {
    const rows = await kysely
      .selectFrom("analysisFingerprints")
      .select(["recordingId", "fingerprint"])
      .where("recordingId", "in", some)
      .execute();
    for (const { recordingId, fingerprint } of rows) found.set(recordingId, fingerprint);
  }
  return found;
}

/**
 * Stores the sound fingerprint of an analysis that has one, and replaces an earlier one. Where it is another
 * than before, the recording has no links until it is compared. Called in a transaction of `changeAnalyses`.
 */
export async function saveFingerprint(
  transaction: Transaction<Schema>,
  { recordingId, fingerprint }: Analysis,
): Promise<void> {
  if (fingerprint === undefined) return;
  const before = await transaction
    .selectFrom("analysisFingerprints")
    .select("fingerprint")
    .where("recordingId", "=", recordingId)
    .executeTakeFirst();
  if (before?.fingerprint === fingerprint) return;
  await transaction
    .insertInto("analysisFingerprints")
    .values({ recordingId, fingerprint })
    .onConflict((conflict) => conflict.column("recordingId").doUpdateSet({ fingerprint }))
    .execute();
  const row = {
    words: bytesFromWords(indexedWordsOf(unpackFingerprint(fingerprint))),
    ...{ isCompared: 0, takenUntil: 0 },
  };
  await transaction
    .insertInto("indexedFingerprints")
    .values({ recordingId, ...row })
    .onConflict((conflict) => conflict.column("recordingId").doUpdateSet(row))
    .execute();
  if (before === undefined) return;
  await transaction
    .deleteFrom("performanceLinks")
    .where((build) =>
      build.or([build("firstId", "=", recordingId), build("secondId", "=", recordingId)]),
    )
    .execute();
}

/** Moves the indexed words of a fingerprint to another id, and marks that as not compared. */
export async function compareAgain(
  transaction: Transaction<Schema>,
  from: string,
  to: string,
): Promise<void> {
  await transaction
    .updateTable("indexedFingerprints")
    .set({ recordingId: to, isCompared: 0, takenUntil: 0 })
    .where("recordingId", "=", from)
    .execute();
}
