import { networkOf, NetworkRateLimiter } from "../adapters/limits/network-rate-limiter.js";
import type { CallerKind } from "../adapters/limits/sql-rate-limiter.js";
import { busyTime } from "../adapters/runtime/busy-time.js";
import type { RateLimiter } from "../ports/access/rate-limiter.js";
import type { Given } from "./implementations.js";
import type { LibraryFiles } from "./compose-library-files.js";
import type { Runtime } from "./compose-runtime.js";
import type { Storage } from "./compose-storage.js";
import type { Config } from "../config/config.js";
import { AnonymousCallers } from "../services/access/anonymous-callers.js";
import { AccessService } from "../services/access/access-service.js";
import { RepeatableRequests } from "../services/access/repeatable-requests.js";
import { SessionService } from "../services/access/session-service.js";
import { ProcessorBudgets } from "../services/access/processor-budgets.js";
import type { Services } from "../services/services.js";

/** What identifies callers, and their repeated requests. */
export type AccessServices = Pick<
  Services,
  "access" | "anonymous" | "processorBudgets" | "sessions" | "repeatable"
>;

/** The window in which the processor time of a key is limited. */
const PROCESSOR_WINDOW_SECONDS = 600;

/** Composes what identifies callers: by API keys, and by sessions of browsers. */
export function composeAccess({
  config,
  runtime,
  storage,
  files: { knownFolders },
  given,
}: {
  readonly config: Pick<Config, "access" | "analysis" | "http" | "library">;
  readonly runtime: Pick<Runtime, "clock" | "failureLog" | "metrics" | "random">;
  readonly storage: Pick<Storage, "apiKeys" | "idempotency" | "limits" | "sessions">;
  readonly files: Pick<LibraryFiles, "knownFolders">;
  readonly given: Given<"busyTime">;
}): AccessServices {
  const { clock, failureLog, metrics, random } = runtime;
  const { requestsPerSecond, anonymousPerSecond, openPerSecond, processorShare } = config.access;
  const limiterOf = (kind: CallerKind, limit: number, seconds = 1): RateLimiter =>
    storage.limits.limiterOf(kind, { limit, seconds });
  const access = new AccessService({
    keys: storage.apiKeys,
    clock,
    random,
    limiter: limiterOf("key", requestsPerSecond),
  });
  const anonymous = new AnonymousCallers({
    limiter: new NetworkRateLimiter(limiterOf("address", anonymousPerSecond)),
    openLimiter: new NetworkRateLimiter(limiterOf("open", openPerSecond)),
    networkOf,
    clock,
  });
  const maxMilliseconds = Math.round(processorShare * PROCESSOR_WINDOW_SECONDS * 1_000);
  const processorBudgets = new ProcessorBudgets({
    limiter:
      maxMilliseconds > 0
        ? limiterOf("processor", maxMilliseconds, PROCESSOR_WINDOW_SECONDS)
        : undefined,
    busyTime: given.busyTime ?? busyTime,
    clock,
    metrics,
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
  return { access, anonymous, processorBudgets, sessions, repeatable };
}
