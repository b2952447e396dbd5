import { compareTexts } from "../../domain/compare-texts.js";
import { type Kysely, sql } from "kysely";
import type { RateAllowance, RateLimiter, RatePolicy } from "../../ports/access/rate-limiter.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { type DatabaseTime, databaseTimes } from "../storage/database-time.js";
import type { Database } from "../storage/database.js";
import { portionsOf } from "../storage/portions.js";
import type { Schema } from "../storage/tables.js";
import type { BriefStatements } from "./brief-statements.js";

const CALLERS_PER_STATEMENT = 500;

const PURGE_INTERVAL_MILLISECONDS = 60_000;
const MAX_ROWS_PURGED = 10_000;

/**
 * What a caller is known by, and what is counted: requests by key; by address, those for what needs no key apart; or
 * milliseconds of processor time by key.
 */
export type CallerKind = "key" | "address" | "open" | "processor";

/** What a limiter of all servers needs. */
export interface SqlRateLimiterNeeds {
  readonly database: Database;
  readonly statements: BriefStatements;
  readonly clock: Clock;
  readonly kind: CallerKind;
  readonly policy: RatePolicy;
  /** Counts while the database does not answer. */
  readonly alone: RateLimiter;
  /** By default the time of the database. */
  readonly time?: DatabaseTime;
}

/** What a caller has taken in its window. */
interface Window {
  /** By all servers, this statement included. */
  readonly taken: number;
  readonly millisecondsLeft: number;
}

/** What waits to be counted. */
interface Waiting {
  readonly amount: number;
  /** @param behind what others behind it have taken in the same statement */
  readonly end: (window: Window | undefined, behind: number) => void;
}

const amountOf = (waiting: readonly Waiting[]): number =>
  waiting.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Counts what callers take, in all servers on one database together.
 *
 * One statement runs at a time, and the next one counts all requests that arrived meanwhile. The rest
 * of a window in which a caller has taken everything needs no statement. The database measures the
 * windows, because the clocks of servers differ.
 */
export class SqlRateLimiter implements RateLimiter {
  readonly #kysely: Kysely<Schema>;
  readonly #time: DatabaseTime;
  #waiting = new Map<string, Waiting[]>();
  #isCounting = false;
  /** Callers that have taken everything, and when their windows end, milliseconds since 1970; oldest first. */
  readonly #exhausted = new Map<string, number>();
  #purgedAt: number;

  constructor(private readonly needs: SqlRateLimiterNeeds) {
    const { database, clock, time = databaseTimes[database.system] } = needs;
    this.#kysely = database.kysely;
    this.#time = time;
    this.#purgedAt = clock.now();
  }

  async take(caller: string, amount = 1): Promise<RateAllowance> {
    const left = (this.#exhausted.get(caller) ?? 0) - this.needs.clock.now();
    // Longer than a window where the clock was set back.
    if (left > 0 && left <= this.#windowMilliseconds) return this.#allowance(Infinity, left);
    return new Promise((resolve) => {
      const end: Waiting["end"] = (window, behind) =>
        resolve(
          window === undefined
            ? this.needs.alone.take(caller, amount)
            : this.#allowance(window.taken - behind, window.millisecondsLeft),
        );
      const others = this.#waiting.get(caller);
      if (others === undefined) this.#waiting.set(caller, [{ amount, end }]);
      else others.push({ amount, end });
      if (!this.#isCounting) void this.#count();
    });
  }

  get #windowMilliseconds(): number {
    return this.needs.policy.seconds * 1_000;
  }

  /** @param taken by the caller in this window, this request included */
  #allowance(taken: number, millisecondsLeft: number): RateAllowance {
    const { limit } = this.needs.policy;
    return {
      isAllowed: taken <= limit,
      limit,
      remaining: Math.max(0, limit - taken),
      resetSeconds: Math.max(1, Math.ceil(millisecondsLeft / 1000)),
    };
  }

  /** Counts the requests that wait, until none waits. */
  async #count(): Promise<void> {
    this.#isCounting = true;
    while (this.#waiting.size > 0) {
      // In one order, so that no two servers wait for each other.
      const waiting = [...this.#waiting].sort(([one], [other]) => compareTexts(one, other));
      this.#waiting = new Map();
      for (const some of portionsOf(waiting, CALLERS_PER_STATEMENT)) await this.#countSome(some);
    }
    this.#isCounting = false;
    await this.#purge();
  }

  async #countSome(waiting: readonly (readonly [string, readonly Waiting[]])[]): Promise<void> {
    const sentAt = this.needs.clock.now();
    const windows = await this.needs.statements.run(() => this.#add(waiting));
    for (const [caller, counts] of waiting) {
      const window = windows?.get(this.#nameOf(caller));
      if (window && window.taken >= this.needs.policy.limit) {
        this.#exhausted.delete(caller);
        this.#exhausted.set(caller, sentAt + window.millisecondsLeft);
      }
      let behind = amountOf(counts);
      for (const { amount, end } of counts) end(window, (behind -= amount));
    }
    for (const [caller, endsAt] of this.#exhausted) {
      if (endsAt > sentAt) break;
      this.#exhausted.delete(caller);
    }
  }

  async #add(
    waiting: readonly (readonly [string, readonly Waiting[]])[],
  ): Promise<ReadonlyMap<string, Window>> {
    const time = this.#time();
    const window = sql.lit(this.#windowMilliseconds);
    const added = waiting.map(
      ([caller, counts]) =>
        sql`(${this.#nameOf(caller)}, ${amountOf(counts)}, ${time} + ${window})`,
    );
    const now = sql`(excluded.ends_at - ${window})`;
    // One that would end later began while the clock of the database was ahead.
    const isOver = sql`(last.ends_at <= ${now} or last.ends_at > ${now} + 2 * ${window})`;
    const { rows } = await sql<{ readonly caller: string } & Window>`
      insert into rate_windows as last (caller, taken, ends_at) values ${sql.join(added)}
      on conflict (caller) do update set
        taken = excluded.taken + case when ${isOver} then 0 else last.taken end,
        ends_at = case when ${isOver} then excluded.ends_at else last.ends_at end
      returning caller, taken, ends_at - ${time} as milliseconds_left`.execute(this.#kysely);
    return new Map(rows.map(({ caller, ...window }) => [caller, window]));
  }

  /** Removes, at most once in a minute, windows that ended more than a minute ago. */
  async #purge(): Promise<void> {
    const now = this.needs.clock.now();
    if (Math.abs(now - this.#purgedAt) < PURGE_INTERVAL_MILLISECONDS) return;
    this.#purgedAt = now;
    await this.needs.statements.run(() =>
      this.#kysely
        .deleteFrom("rateWindows")
        .where("caller", "in", (build) =>
          build
            .selectFrom("rateWindows")
            .select("caller")
            .where("endsAt", "<", sql<number>`${this.#time()} - ${PURGE_INTERVAL_MILLISECONDS}`)
            .limit(MAX_ROWS_PURGED)
            // What is counted at the moment is not unused.
            .forUpdate()
            .skipLocked(),
        )
        .execute(),
    );
  }

  #nameOf(caller: string): string {
    return `${this.needs.kind}:${caller}`;
  }
}
