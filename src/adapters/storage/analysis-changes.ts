import type { Transaction } from "kysely";
import type { Schema } from "./tables.js";

/**
 * Waits until no other transaction changes analyses; the next ones wait until this one ends. Called
 * first, so that no two transactions wait for each other, and revisions become visible in their order.
 */
export async function lockChanges(transaction: Transaction<Schema>): Promise<void> {
  await transaction.selectFrom("analysisRevision").select("revision").forUpdate().execute();
}

/**
 * Records a new revision for each change of a transaction that has called `lockChanges`.
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
