import { type Kysely, sql } from "kysely";
import type { Failure } from "../../../domain/errors/failure.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type {
  FailedJob,
  FailureStore,
  RecentFailure,
} from "../../../ports/analysis/failure-store.js";
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
    { name, trackKey }: FailedJob,
    failure: Failure,
    milliseconds: number,
  ): Promise<void> {
    const row = {
      trackKey,
      failure: JSON.stringify(failure),
      expiresAt: sql<number>`${this.#time()} + ${sql.lit(Math.ceil(milliseconds))}`,
    };
    await this.#kysely.transaction().execute(async (transaction) => {
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

  async forget(names: readonly string[]): Promise<void> {
    for (const some of portionsOf(names, KEYS_PER_STATEMENT)) {
      await this.#kysely
        .deleteFrom("analysisFailures")
        .where("kind", "=", this.#kind)
        .where("name", "in", some)
        .execute();
    }
  }
}
