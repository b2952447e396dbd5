import { type Kysely, type RawBuilder, sql } from "kysely";
import type { RequestPace } from "../metadata/client/request-pacer.js";
import type { RequestTurns, Turn } from "../metadata/client/request-turns.js";
import { type DatabaseTime, databaseTimes } from "../storage/database-time.js";
import type { Database } from "../storage/database.js";
import type { Schema } from "../storage/tables.js";
import type { BriefStatements } from "./brief-statements.js";

/** What turns of all servers need. */
export interface SqlRequestTurnsNeeds {
  /** On PostgreSQL. */
  readonly database: Database;
  readonly statements: BriefStatements;
  readonly provider: string;
  readonly pace: RequestPace;
  /** By default the time of the database. */
  readonly time?: DatabaseTime;
}

/**
 * Hands out the starts of requests to one provider to all servers on one database: in any window at
 * most as many as the pace allows, by the time of the database, because the clocks of servers differ.
 *
 * One statement takes a turn, so that a server that stops anywhere blocks no other.
 */
export class SqlRequestTurns implements RequestTurns {
  readonly #kysely: Kysely<Schema>;
  readonly #time: DatabaseTime;
  /** Whether the row of the provider is known to exist. */
  #hasRow = false;

  constructor(private readonly needs: SqlRequestTurnsNeeds) {
    const { database, time = databaseTimes[database.system] } = needs;
    this.#kysely = database.kysely;
    this.#time = time;
  }

  async take(maxMilliseconds: number): Promise<Turn | undefined> {
    return this.needs.statements.run(async () => {
      if (!this.#hasRow) await this.#add(0);
      const turn = (await this.#take(maxMilliseconds)) ?? (await this.#nextTurn());
      // Without a row, another database was restored meanwhile.
      this.#hasRow = turn !== undefined;
      return turn;
    });
  }

  async hold(milliseconds: number): Promise<void> {
    await this.needs.statements.run(() => this.#add(Math.ceil(milliseconds)));
  }

  /** Appends a start to the latest ones, of which as many are kept as a window allows. */
  async #take(maxMilliseconds: number): Promise<Turn | undefined> {
    const { provider, pace } = this.needs;
    const kept = sql`case when jsonb_array_length(starts::jsonb) >= ${sql.lit(pace.requests)}
      then starts::jsonb - 0 else starts::jsonb end`;
    const { rows } = await sql<{ readonly wait: number }>`
      update provider_turns
      set starts = (${kept} || to_jsonb(greatest(${this.#free}, ${this.#time()})))::text
      where provider = ${provider} and ${this.#free} <= ${this.#time()} + ${maxMilliseconds}
      returning (starts::jsonb -> -1)::bigint - ${this.#time()} as wait`.execute(this.#kysely);
    return turnOf(rows, true);
  }

  async #nextTurn(): Promise<Turn | undefined> {
    const { rows } = await sql<{ readonly wait: number }>`
      select ${this.#free} - ${this.#time()} as wait from provider_turns
      where provider = ${this.needs.provider}`.execute(this.#kysely);
    return turnOf(rows, false);
  }

  /** Adds the provider where it is unknown, and holds its requests. */
  async #add(milliseconds: number): Promise<void> {
    await sql`
      insert into provider_turns as known (provider, starts, held_until)
      values (${this.needs.provider}, '[]', ${this.#time()} + ${milliseconds})
      on conflict (provider) do update
      set held_until = excluded.held_until where known.held_until < excluded.held_until`.execute(
      this.#kysely,
    );
  }

  /** The time from which a request may start, which may have passed. */
  get #free(): RawBuilder<number> {
    const { requests, perMilliseconds } = this.needs.pace;
    const first = sql`(starts::jsonb -> ${sql.lit(-requests)})::bigint`;
    return sql`greatest(held_until, coalesce(${first} + ${sql.lit(perMilliseconds)}, 0))`;
  }
}

function turnOf(rows: readonly { readonly wait: number }[], isTaken: boolean): Turn | undefined {
  const [row] = rows;
  return row && { isTaken, waitMilliseconds: Math.max(0, row.wait) };
}
