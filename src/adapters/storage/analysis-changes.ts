import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./tables.js";

/**
 * Runs a transaction that changes analyses or what they are listed by. It waits until no other one does,
 * and the next ones wait until it ends. The lock is taken first, so that no two transactions wait for each
 * other, and revisions become visible in their order.
 */
export function changeAnalyses<Result>(
  kysely: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return kysely.transaction().execute(async (transaction) => {
    await transaction.selectFrom("analysisRevision").select("revision").forUpdate().execute();
    return work(transaction);
  });
}

/** Returns the revision of the last change. */
export async function newestRevision(kysely: Kysely<Schema>): Promise<number> {
  const { revision } = await kysely
    .selectFrom("analysisRevision")
    .select("revision")
    .executeTakeFirstOrThrow();
  return revision;
}

/**
 * Records a new revision for each change of a transaction of `changeAnalyses`.
 *
 * @param recordingIds what was saved or removed, without duplicates, at most 10 000
 */
export async function recordChanges(
  transaction: Transaction<Schema>,
  recordingIds: readonly string[],
): Promise<void> {
  if (recordingIds.length === 0) return;
  const { revision: last } = await transaction
    .updateTable("analysisRevision")
    .set((build) => ({ revision: build("revision", "+", recordingIds.length) }))
    .returning("revision")
    .executeTakeFirstOrThrow();
  const first = last - recordingIds.length + 1;
  await transaction
    .insertInto("analysisChanges")
    .values(recordingIds.map((recordingId, index) => ({ recordingId, revision: first + index })))
    .onConflict((conflict) =>
      conflict
        .column("recordingId")
        .doUpdateSet((build) => ({ revision: build.ref("excluded.revision") })),
    )
    .execute();
}
