import { networkOf, NetworkRateLimiter } from "../adapters/limits/network-rate-limiter.js";
import type { LibraryFiles } from "./compose-library-files.js";
import type { Runtime } from "./compose-runtime.js";
import type { Storage } from "./compose-storage.js";
import type { Config } from "../config/config.js";
import { AnonymousCallers } from "../services/access/anonymous-callers.js";
import { AccessService } from "../services/access/access-service.js";
import { RepeatableRequests } from "../services/access/repeatable-requests.js";
import { SessionService } from "../services/access/session-service.js";
import type { Services } from "../services/services.js";

/** What identifies callers, and their repeated requests. */
export type AccessServices = Pick<Services, "access" | "anonymous" | "sessions" | "repeatable">;

/** Composes what identifies callers: by API keys, and by sessions of browsers. */
export function composeAccess({
  config,
  runtime,
  storage,
  files: { knownFolders },
}: {
  readonly config: Pick<Config, "access" | "analysis" | "http" | "library">;
  readonly runtime: Pick<Runtime, "clock" | "failureLog" | "random">;
  readonly storage: Pick<Storage, "apiKeys" | "idempotency" | "limits" | "sessions">;
  readonly files: Pick<LibraryFiles, "knownFolders">;
}): AccessServices {
  const { clock, failureLog, random } = runtime;
  const { requestsPerSecond, anonymousPerSecond, openPerSecond } = config.access;
  const access = new AccessService({
    keys: storage.apiKeys,
    clock,
    random,
    limiter: storage.limits.limiterOf("key", requestsPerSecond),
  });
  const anonymous = new AnonymousCallers({
    limiter: new NetworkRateLimiter(storage.limits.limiterOf("address", anonymousPerSecond)),
    openLimiter: new NetworkRateLimiter(storage.limits.limiterOf("open", openPerSecond)),
    networkOf,
    clock,
  });
  const { publicUrl, trustedProxies } = config.http;
  const hasProxy =
    publicUrl !== undefined || trustedProxies.hops > 0 || trustedProxies.networks.length > 0;
  const isOpenOnLoopback = async (): Promise<boolean> =>
    config.library.isDemo &&
    !hasProxy &&
    (await knownFolders.list()).every(({ isConfigured }) => isConfigured);
  const sessions = new SessionService({
    sessions: storage.sessions,
    access,
    clock,
    random,
    isOpenOnLoopback,
  });
  const repeatable = new RepeatableRequests({
    store: storage.idempotency,
    random,
    failures: failureLog,
    maxMilliseconds: config.http.requestTimeoutMilliseconds + config.analysis.waitMilliseconds,
  });
  return { access, anonymous, sessions, repeatable };
}
