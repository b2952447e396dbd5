import type { Transaction } from "kysely";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type {
  ForgetOutcome,
  GoneRecordings,
  RestoreOutcome,
} from "../../../ports/analysis/gone-recordings.js";
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

  forget(
    recordingId: RecordingId,
    { at, isKept }: { readonly at: number; readonly isKept: boolean },
  ): Promise<ForgetOutcome | undefined> {
    return this.#change(async (transaction) => {
      const stored = await readPresence(transaction, recordingId);
      if (stored === undefined) return undefined;
      const [path, ...others] = await readPathsHolding(transaction, recordingId);
      if (path !== undefined) return { state: "held", path, fileCount: 1 + others.length };
      if (!isKept) {
        await removeAnalyses(transaction, [recordingId]);
        return { state: "removed" };
      }
      if (stored.goneAt === null) await writeGoneAt(transaction, recordingId, at);
      return { state: "gone", goneAt: stored.goneAt ?? at };
    });
  }

  restore(recordingId: RecordingId): Promise<RestoreOutcome | undefined> {
    return this.#change(async (transaction) => {
      const stored = await readPresence(transaction, recordingId);
      if (stored === undefined) return undefined;
      if (stored.goneAt === null) return "present";
      if (stored.source === "library") return "withoutFile";
      await writeGoneAt(transaction, recordingId, null);
      return "present";
    });
  }

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
      if (ids.length > 0) await removeAnalyses(transaction, ids);
      return ids.length;
    });
  }

  #change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    const { database, recent } = this.needs;
    return recent.change(() => changeAnalyses(database.kysely, work));
  }
}

const readPresence = (transaction: Transaction<Schema>, recordingId: RecordingId) =>
  transaction
    .selectFrom("analyses")
    .select(["source", "goneAt"])
    .where("recordingId", "=", recordingId)
    .executeTakeFirst();

/** Reads the paths of the files that hold a recording, or held it before their bytes changed, in their order. */
const readPathsHolding = (transaction: Transaction<Schema>, recordingId: RecordingId) =>
  transaction
    .selectFrom("libraryFiles")
    .select(["folder", "relativePath"])
    .where((build) =>
      build.or([
        build("recordingId", "=", recordingId),
        build("formerRecordingId", "=", recordingId),
      ]),
    )
    .orderBy("folder")
    .orderBy("relativePath")
    .execute();

async function writeGoneAt(
  transaction: Transaction<Schema>,
  recordingId: RecordingId,
  goneAt: number | null,
): Promise<void> {
  await transaction
    .updateTable("analyses")
    .set({ goneAt })
    .where("recordingId", "=", recordingId)
    .execute();
  await recordChanges(transaction, [recordingId]);
}

/** Removes analyses, with all that was measured of their recordings. */
async function removeAnalyses(
  transaction: Transaction<Schema>,
  recordingIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom("analyses").where("recordingId", "in", recordingIds).execute();
  await recordChanges(transaction, recordingIds);
}
