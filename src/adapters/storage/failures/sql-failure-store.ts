import { type Kysely, sql, type Transaction } from "kysely";
import type { Failure } from "../../../domain/errors/failure.js";
import type { FileState } from "../../../domain/library/file-state.js";
import type { FileId } from "../../../domain/library/library-file.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type {
  FailedJob,
  FailureStore,
  RecentFailure,
} from "../../../ports/analysis/failure-store.js";
import { fileJobName, type JobFile } from "../../../ports/analysis/job-queue.js";
import { changeAnalyses } from "../analysis-changes.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";

/** Maximum number of keys in one statement. */
const KEYS_PER_STATEMENT = 500;

/** How long a failure is kept after requests no longer get it, for the status of the library: 30 days. */
const KEPT_MILLISECONDS = 30 * 86_400_000;

/** What failed: the analysis of a track's own audio, or that of a file that a client sent for it. */
export type FailureKind = "track" | "upload";

/** Remembers failures in the database, by the time of the database. */
export class SqlFailureStore implements FailureStore {
  readonly #kysely: Kysely<Schema>;
  readonly #kind: FailureKind;
  readonly #time: DatabaseTime;

  constructor(needs: {
    readonly database: Database;
    readonly kind: FailureKind;
    readonly time: DatabaseTime;
  }) {
    this.#kysely = needs.database.kysely;
    this.#kind = needs.kind;
    this.#time = needs.time;
  }

  async remember(
    { name, trackKey, file }: FailedJob,
    failure: Failure,
    milliseconds: number,
  ): Promise<void> {
    const row = {
      trackKey,
      failure: JSON.stringify(failure),
      expiresAt: sql<number>`${this.#time()} + ${sql.lit(Math.ceil(milliseconds))}`,
    };
    await changeAnalyses(this.#kysely, async (transaction) => {
      if (file?.state && !(await isStoredIn(transaction, file, file.state))) return;
      await transaction
        .deleteFrom("analysisFailures")
        .where("expiresAt", "<=", sql<number>`${this.#time()} - ${sql.lit(KEPT_MILLISECONDS)}`)
        .execute();
      await transaction
        .insertInto("analysisFailures")
        .values({ ...row, kind: this.#kind, name })
        .onConflict((conflict) => conflict.columns(["kind", "name"]).doUpdateSet(row))
        .execute();
    });
  }

  async findMany(
    trackKeys: readonly TrackKey[],
    withPast = false,
  ): Promise<readonly (RecentFailure | undefined)[]> {
    const found = new Map<string, RecentFailure>();
    for (const some of portionsOf(trackKeys, KEYS_PER_STATEMENT)) {
      const rows = await this.#kysely
        .selectFrom("analysisFailures")
        .select((build) => [
          "trackKey",
          "failure",
          build("expiresAt", "-", this.#time()).as("milliseconds"),
        ])
        .where("kind", "=", this.#kind)
        .where("trackKey", "in", some)
        .$if(!withPast, (query) => query.where("expiresAt", ">", this.#time()))
        .orderBy("expiresAt")
        .execute();
      for (const { trackKey, failure, milliseconds } of rows) {
        const secondsLeft = Math.max(0, Number(milliseconds)) / 1_000;
        found.set(trackKey, { failure: JSON.parse(failure) as Failure, secondsLeft });
      }
    }
    return trackKeys.map((trackKey) => found.get(trackKey));
  }

  forget(names: readonly string[]): Promise<void> {
    return removeFailures(this.#kysely, this.#kind, names);
  }
}

/** Removes the failures of files, in the transaction of `changeAnalyses` that stores them. */
export const forgetFailuresOf = (
  transaction: Transaction<Schema>,
  fileIds: Iterable<FileId>,
): Promise<void> => removeFailures(transaction, "track", [...fileIds].map(fileJobName));

async function removeFailures(
  kysely: Kysely<Schema>,
  kind: FailureKind,
  names: readonly string[],
): Promise<void> {
  for (const some of portionsOf(names, KEYS_PER_STATEMENT)) {
    await kysely
      .deleteFrom("analysisFailures")
      .where("kind", "=", kind)
      .where("name", "in", some)
      .execute();
  }
}

/** Returns whether a file is stored in a state. */
async function isStoredIn(
  transaction: Transaction<Schema>,
  { fileId }: JobFile,
  { sizeBytes, modifiedAt, changedAt }: FileState,
): Promise<boolean> {
  const row = await transaction
    .selectFrom("libraryFiles")
    .select("fileId")
    .where((build) => build.and({ fileId, sizeBytes, modifiedAt, changedAt }))
    .executeTakeFirst();
  return row !== undefined;
}
