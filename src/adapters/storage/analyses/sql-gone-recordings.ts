import type { Transaction } from "kysely";
import type { GoneRecordings } from "../../../ports/analysis/gone-recordings.js";
import { changeAnalyses, recordChanges } from "../analysis-changes.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";
import type { RecentRecordings } from "./recent-recordings.js";

/** Stores which recordings are gone in the database. */
export class SqlGoneRecordings implements GoneRecordings {
  /** @param needs.recent shared with the stores of analyses and of library files */
  constructor(
    private readonly needs: { readonly database: Database; readonly recent: RecentRecordings },
  ) {}

  removeBefore(before: number, maximum: number): Promise<number> {
    return this.#change(async (transaction) => {
      const rows = await transaction
        .selectFrom("analyses")
        .select("recordingId")
        .where("goneAt", "<", before)
        .orderBy("goneAt")
        .limit(maximum)
        .execute();
      const ids = rows.map(({ recordingId }) => recordingId);
      if (ids.length === 0) return 0;
      await transaction.deleteFrom("analyses").where("recordingId", "in", ids).execute();
      await recordChanges(transaction, ids);
      return ids.length;
    });
  }

  #change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    const { database, recent } = this.needs;
    return recent.change(() => changeAnalyses(database.kysely, work));
  }
}
