import { type Kysely, type RawBuilder, sql } from "kysely";
import type {
  IdempotencyStore,
  KeptAnswer,
  RepeatableRequest,
  RequestClaim,
} from "../../../ports/access/idempotency-store.js";
import { type DatabaseTime, databaseTimes } from "../database-time.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";

/** Maximum number of answers that are kept for one caller. */
const MAX_ANSWERS = 1_000;

/** Keeps the answers of requests in the database, by the time of the database. */
export class SqlIdempotencyStore implements IdempotencyStore {
  readonly #kysely: Kysely<Schema>;
  readonly #time: DatabaseTime;

  /** @param needs.time by default that of the database */
  constructor(needs: { readonly database: Database; readonly time?: DatabaseTime }) {
    const { database, time = databaseTimes[database.system] } = needs;
    this.#kysely = database.kysely;
    this.#time = time;
  }

  async claim(
    request: RepeatableRequest,
    token: string,
    milliseconds: number,
  ): Promise<RequestClaim> {
    await this.#kysely
      .deleteFrom("repeatableRequests")
      .where("expiresAt", "<=", this.#time())
      .execute();
    const { numInsertedOrUpdatedRows } = await this.#kysely
      .insertInto("repeatableRequests")
      .values({ ...request, token, answer: null, expiresAt: this.#after(milliseconds) })
      .onConflict((conflict) => conflict.columns(["caller", "key"]).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) return { state: "claimed" };
    const row = await this.#kysely
      .selectFrom("repeatableRequests")
      .select("answer")
      .where("caller", "=", request.caller)
      .where("key", "=", request.key)
      .executeTakeFirst();
    if (typeof row?.answer !== "string") return { state: "running" };
    return { state: "answered", answer: JSON.parse(row.answer) as KeptAnswer };
  }

  async keep(
    { caller, key }: RepeatableRequest,
    token: string,
    answer: KeptAnswer,
    milliseconds: number,
  ): Promise<void> {
    await this.#kysely
      .updateTable("repeatableRequests")
      .set({ answer: JSON.stringify(answer), expiresAt: this.#after(milliseconds) })
      .where("caller", "=", caller)
      .where("key", "=", key)
      .where("token", "=", token)
      .execute();
    await this.#kysely
      .deleteFrom("repeatableRequests")
      .where("caller", "=", caller)
      .where("answer", "is not", null)
      .where("expiresAt", "<=", (build) =>
        build
          .selectFrom("repeatableRequests as newer")
          .select("newer.expiresAt")
          .where("newer.caller", "=", caller)
          .where("newer.answer", "is not", null)
          .orderBy("newer.expiresAt", "desc")
          .limit(1)
          .offset(MAX_ANSWERS),
      )
      .execute();
  }

  async release({ caller, key }: RepeatableRequest, token: string): Promise<void> {
    await this.#kysely
      .deleteFrom("repeatableRequests")
      .where("caller", "=", caller)
      .where("key", "=", key)
      .where("token", "=", token)
      .where("answer", "is", null)
      .execute();
  }

  #after(milliseconds: number): RawBuilder<number> {
    return sql<number>`${this.#time()} + ${sql.lit(Math.ceil(milliseconds))}`;
  }
}
