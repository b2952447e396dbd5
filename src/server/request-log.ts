import type { Request, RequestHandler, Response } from "express";
import { localsOf } from "../http/request-locals.js";
import { METRICS_PATH } from "../rest/operations/metrics-routes.js";
import { WORKER_PATH } from "../rest/worker/worker-routes.js";
import type { Mount } from "./mounts.js";
import { methodOf, routeOf } from "./request-route.js";
import type { Identity } from "../services/access/access-service.js";
import type { Services } from "../services/services.js";

/** The log for one line per request. */
export interface RequestLog {
  debug(message: string, facts: Readonly<Record<string, unknown>>): void;
  info(message: string, facts: Readonly<Record<string, unknown>>): void;
}

/** Routes that probes and idle workers request every few seconds: logged at the level debug only. */
const QUIET_ROUTES: readonly string[] = [
  ...["/health/live", "/health/ready", METRICS_PATH],
  ...[`${WORKER_PATH}/claims`, `${WORKER_PATH}/jobs/:id/lease`],
];

/**
 * Logs and measures each request when its response has ended or the client has disconnected.
 *
 * The line and the metrics contain nothing that the client sent except its request id: no query, no
 * header, no secret. Of an API key, the public part is logged.
 *
 * @param served what the application serves, which names the routes
 */
export function logRequests(
  { metrics }: Pick<Services, "metrics">,
  logger: RequestLog,
  served: readonly Mount[],
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once("close", () => {
      const { requestId, traceId } = localsOf(response);
      const milliseconds = performance.now() - startedAt;
      const route = routeOf(request, served);
      const method = methodOf(request);
      const hasClientLeft = !response.writableFinished;
      const status = hasClientLeft ? "client_left" : response.statusCode;
      metrics.recordRequest({ route, method, status, milliseconds });
      logger[QUIET_ROUTES.includes(route) ? "debug" : "info"]("Answered", {
        requestId,
        method,
        route,
        status: response.headersSent ? response.statusCode : null,
        milliseconds: Math.round(milliseconds),
        bytes: bytesOf(request, response),
        key: keyOf(response),
        hasClientLeft,
        ...(traceId !== undefined && { traceId }),
      });
    });
    next();
  };
}

/** Returns the length of the response body, bytes; 0 where there is none. */
function bytesOf({ method }: Request, response: Response): number {
  return method === "HEAD" ? 0 : Number(response.getHeader("Content-Length") ?? 0);
}

/** Returns the public part of the caller's API key, or `null`. */
function keyOf({ locals }: Response): string | null {
  const { identity } = locals as { readonly identity?: Identity };
  return identity !== undefined && "apiKey" in identity ? identity.apiKey.lookup : null;
}
