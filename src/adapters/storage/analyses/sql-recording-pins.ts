import type { Transaction } from "kysely";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { RecordingPins } from "../../../ports/analysis/recording-pins.js";
import type { Database } from "../database.js";
import { findFurtherNames } from "../further-names.js";
import type { Schema } from "../tables.js";
import { readNamed } from "./named-recordings.js";
import type { RecentRecordings } from "./recent-recordings.js";

/** Stores the recordings that users chose for names in the database. */
export class SqlRecordingPins implements RecordingPins {
  /** @param needs.recent shared with the store of analyses */
  constructor(
    private readonly needs: { readonly database: Database; readonly recent: RecentRecordings },
  ) {}

  pin(trackKey: TrackKey, recordingId: RecordingId): Promise<boolean> {
    return this.#change(async (transaction) => {
      const named = (await readNamed(transaction, [trackKey])).get(trackKey);
      if (!named?.recordings.some((one) => one.recordingId === recordingId)) return false;
      const isOwn = named.names?.trackKey === trackKey;
      const names = isOwn ? [trackKey] : await namesBehind(transaction, trackKey);
      await transaction
        .insertInto("recordingPins")
        .values(names.map((name) => ({ trackKey: name, recordingId })))
        .onConflict((conflict) => conflict.column("trackKey").doUpdateSet({ recordingId }))
        .execute();
      return true;
    });
  }

  unpin(trackKey: TrackKey): Promise<boolean> {
    return this.#change(async (transaction) => {
      if (await removePins(transaction, [trackKey])) return true;
      return removePins(transaction, await namesBehind(transaction, trackKey));
    });
  }

  #change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    const { database, recent } = this.needs;
    return recent.change(() => database.kysely.transaction().execute(work));
  }
}

/** Returns the keys of the names for which a key is a further one. */
async function namesBehind(
  transaction: Transaction<Schema>,
  trackKey: TrackKey,
): Promise<readonly string[]> {
  const further = await findFurtherNames(transaction, [trackKey]);
  return further.get(trackKey) ?? [];
}

async function removePins(
  transaction: Transaction<Schema>,
  trackKeys: readonly string[],
): Promise<boolean> {
  if (trackKeys.length === 0) return false;
  const { numDeletedRows } = await transaction
    .deleteFrom("recordingPins")
    .where("trackKey", "in", trackKeys)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
