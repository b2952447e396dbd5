import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { RateAllowance, RateLimiter, RatePolicy } from "../../ports/access/rate-limiter.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { RequestPace } from "../metadata/client/request-pacer.js";
import type { RequestTurns } from "../metadata/client/request-turns.js";
import type { Database } from "../storage/database.js";
import { BriefStatements } from "./brief-statements.js";
import { type CallerKind, SqlRateLimiter } from "./sql-rate-limiter.js";
import { SqlRequestTurns } from "./sql-request-turns.js";

/** The limits that hold on one database. */
export interface Limits {
  /** Creates the limiter of the callers of a kind. */
  readonly limiterOf: (kind: CallerKind, policy: RatePolicy) => RateLimiter;
  /** Returns the turns of all servers at a provider; `undefined` where each process paces alone. */
  readonly turnsOf: (provider: string, pace: RequestPace) => RequestTurns | undefined;
}

/**
 * Creates limits: on PostgreSQL, of all servers on the database together; on SQLite, which one server
 * uses, of this process, without a write for each request.
 */
export function limitsOn(needs: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}): Limits {
  const statements = new BriefStatements(needs);
  const isShared = needs.database.system === "postgres";
  return {
    limiterOf(kind, policy) {
      const alone = new MemoryRateLimiter(policy);
      return isShared ? new SqlRateLimiter({ ...needs, statements, kind, policy, alone }) : alone;
    },
    turnsOf(provider, pace) {
      return isShared ? new SqlRequestTurns({ ...needs, statements, provider, pace }) : undefined;
    },
  };
}

/** Counts what callers take, in this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #limiter: RateLimiterMemory;

  constructor(private readonly policy: RatePolicy) {
    this.#limiter = new RateLimiterMemory({ points: policy.limit, duration: policy.seconds });
  }

  async take(caller: string, amount = 1): Promise<RateAllowance> {
    try {
      return this.#allowance(await this.#limiter.consume(caller, amount), true);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return this.#allowance(refusal, false);
    }
  }

  #allowance({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): RateAllowance {
    const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    return {
      isAllowed,
      limit: this.policy.limit,
      remaining: Math.max(0, remainingPoints),
      resetSeconds,
    };
  }
}
