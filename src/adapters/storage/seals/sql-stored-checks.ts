import { type Kysely, sql } from "kysely";
import type { StoredCheck, StoredCheckResult } from "../../../domain/library/stored-check.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { StoredChecks } from "../../../ports/runtime/stored-checks.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import { RecentReads } from "../recent-reads.js";
import type { Schema } from "../tables.js";

/** The id of the only row. */
export const ONLY_CHECK = "last";

/** Stores the last check in a table with one row. */
export class SqlStoredChecks implements StoredChecks {
  readonly #kysely: Kysely<Schema>;
  readonly #reads: RecentReads<StoredCheck>;

  constructor(
    private readonly needs: {
      readonly database: Pick<Database, "kysely">;
      readonly time: DatabaseTime;
      readonly clock: Pick<Clock, "now">;
    },
  ) {
    this.#kysely = needs.database.kysely;
    this.#reads = new RecentReads({ max: 1, clock: needs.clock });
  }

  async beginAfter(milliseconds: number): Promise<number | undefined> {
    const now = this.needs.time();
    const row = await this.#kysely
      .insertInto("storedChecks")
      .values({ id: ONLY_CHECK, begun: 1, begunAt: now })
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet({ begun: sql<number>`stored_checks.begun + 1`, begunAt: now })
          .where(sql<boolean>`stored_checks.begun_at <= ${now} - ${sql.lit(milliseconds)}`),
      )
      .returning("begun")
      .executeTakeFirst();
    return row && row.begun - 1;
  }

  async end(result: StoredCheckResult): Promise<void> {
    const ended = { endedAt: this.needs.time(), result: JSON.stringify(result) };
    await this.#reads.change(() =>
      this.#kysely.updateTable("storedChecks").set(ended).where("id", "=", ONLY_CHECK).execute(),
    );
  }

  async findLast(): Promise<StoredCheck | undefined> {
    const [found] = await this.#reads.findMany([ONLY_CHECK], async () => [await this.#read()]);
    return found;
  }

  async #read(): Promise<StoredCheck | undefined> {
    const row = await this.#kysely
      .selectFrom("storedChecks")
      .select(["endedAt", "result"])
      .executeTakeFirst();
    if (!row || row.endedAt === null || row.result === null) return undefined;
    return { ...(JSON.parse(row.result) as StoredCheckResult), endedAt: row.endedAt };
  }
}
