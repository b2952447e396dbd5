import type { RateLimiter } from "../../ports/access/rate-limiter.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { RequestPace } from "../metadata/client/request-pacer.js";
import type { RequestTurns } from "../metadata/client/request-turns.js";
import type { Database } from "../storage/database.js";
import { BriefStatements } from "./brief-statements.js";
import { MemoryRateLimiter } from "./memory-rate-limiter.js";
import { type CallerKind, SqlRateLimiter } from "./sql-rate-limiter.js";
import { SqlRequestTurns } from "./sql-request-turns.js";

/** The limits that hold on one database. */
export interface Limits {
  /** Creates the limiter of the callers of a kind. */
  readonly limiterOf: (kind: CallerKind, requestsPerSecond: number) => RateLimiter;
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
    limiterOf(kind, requestsPerSecond) {
      const alone = new MemoryRateLimiter({ requestsPerSecond });
      if (!isShared) return alone;
      return new SqlRateLimiter({ ...needs, statements, kind, requestsPerSecond, alone });
    },
    turnsOf(provider, pace) {
      return isShared ? new SqlRequestTurns({ ...needs, statements, provider, pace }) : undefined;
    },
  };
}
