import type { Limits } from "../adapters/limits/limits-on.js";
import { SqlApiKeyStore } from "../adapters/storage/api-keys/sql-api-key-store.js";
import type { Database } from "../adapters/storage/database.js";
import { SqlIdempotencyStore } from "../adapters/storage/idempotency/sql-idempotency-store.js";
import { SqlSessionStore } from "../adapters/storage/sessions/sql-session-store.js";
import type { Config } from "../config/config.js";
import type { Clock } from "../ports/runtime/clock.js";
import type { RandomSource } from "../ports/runtime/random-source.js";
import { AccessService } from "../services/access/access-service.js";
import { RepeatableRequests } from "../services/access/repeatable-requests.js";
import { SessionService } from "../services/access/session-service.js";
import type { Services } from "../services/services.js";

/** Composes what identifies callers: by API keys, and by sessions of browsers. */
export function composeAccess(
  config: Pick<Config, "access" | "analysis" | "http" | "library">,
  needs: {
    readonly database: Database;
    readonly limits: Limits;
    readonly clock: Clock;
    readonly random: RandomSource;
    readonly failures: Services["failures"];
    /** Returns the folders of the library. */
    readonly listFolders: Services["library"]["listFolders"];
  },
): Pick<Services, "access" | "sessions" | "repeatable"> {
  const { limits, listFolders } = needs;
  const { requestsPerSecond, anonymousPerSecond } = config.access;
  const access = new AccessService({
    ...needs,
    keys: new SqlApiKeyStore(needs),
    limiter: limits.limiterOf("key", requestsPerSecond),
    anonymousLimiter: limits.limiterOf("address", anonymousPerSecond),
  });
  const { publicUrl, trustedProxies } = config.http;
  const hasProxy =
    publicUrl !== undefined || trustedProxies.hops > 0 || trustedProxies.networks.length > 0;
  const isOpenOnLoopback = async (): Promise<boolean> =>
    config.library.isDemo &&
    !hasProxy &&
    (await listFolders()).every(({ isConfigured }) => isConfigured);
  const sessions = new SqlSessionStore(needs);
  const repeatable = new RepeatableRequests({
    ...needs,
    store: new SqlIdempotencyStore(needs),
    maxMilliseconds: config.http.requestTimeoutMilliseconds + config.analysis.waitMilliseconds,
  });
  return {
    access,
    sessions: new SessionService({ ...needs, sessions, access, isOpenOnLoopback }),
    repeatable,
  };
}
