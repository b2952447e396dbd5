import type { Transaction } from "kysely";
import type { Schema } from "../tables.js";

/**
 * Records a new revision for each change of a transaction. Other writers wait until the transaction
 * ends, so that revisions become visible in their order.
 *
 * @param trackKeys what was saved or removed, without duplicates, at most 10 000
 */
export async function recordChanges(
  transaction: Transaction<Schema>,
  trackKeys: readonly string[],
): Promise<void> {
  if (trackKeys.length === 0) return;
  const { revision: last } = await transaction
    .updateTable("analysisRevision")
    .set((build) => ({ revision: build("revision", "+", trackKeys.length) }))
    .returning("revision")
    .executeTakeFirstOrThrow();
  const first = last - trackKeys.length + 1;
  await transaction
    .insertInto("analysisChanges")
    .values(trackKeys.map((trackKey, index) => ({ trackKey, revision: first + index })))
    .onConflict((conflict) =>
      conflict
        .column("trackKey")
        .doUpdateSet((build) => ({ revision: build.ref("excluded.revision") })),
    )
    .execute();
}
