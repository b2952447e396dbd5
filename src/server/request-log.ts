import type { Request, RequestHandler, Response } from "express";
import { localsOf } from "../http/request-locals.js";
import { metricsPath } from "../rest/operations/metrics-routes.js";
import { dataPath } from "../rest/rest-router.js";
import { spotifyPath } from "../rest/spotify/spotify-routes.js";
import { webhooksPath } from "../rest/webhooks/webhook-routes.js";
import type { Identity } from "../services/access/access-service.js";
import type { Services } from "../services/services.js";

/** Where one line per request goes. */
export interface RequestLog {
  debug(message: string, facts: Readonly<Record<string, unknown>>): void;
  info(message: string, facts: Readonly<Record<string, unknown>>): void;
}

const graphqlPath = "/graphql";
/** Its answers last as long as clients listen, and would hide how long others take. */
const streamPath = "/graphql/stream";

/** Where routers stand that know their paths from there on alone. */
const ROUTER_PATHS: readonly string[] = [dataPath, webhooksPath, spotifyPath];

/** Asked every few seconds by machines: worth a line only to those who look for it. */
const QUIET_ROUTES: readonly string[] = ["/health/live", "/health/ready", metricsPath];

/** Methods that have a name in measurements. A client may send any of three dozen. */
const NAMED_METHODS: readonly string[] = "GET HEAD POST PUT PATCH DELETE OPTIONS".split(" ");

/**
 * Writes one line a request and measures it, when it is answered or its client has left.
 *
 * Neither has anything that a client wrote but its own name for the request: no query, no header,
 * no secret. Of a key there is the public part.
 */
export function logRequests(
  { metrics }: Pick<Services, "metrics">,
  logger: RequestLog,
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once("close", () => {
      const { requestId } = localsOf(response);
      const milliseconds = performance.now() - startedAt;
      const route = routeOf(request);
      const method = NAMED_METHODS.includes(request.method) ? request.method : "other";
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
      });
    });
    next();
  };
}

/** The pattern that the router found for the path, in full. Never the path itself. */
function routeOf({ route, originalUrl }: Request): string {
  const path = originalUrl.split("?", 1)[0]?.toLowerCase() ?? "";
  // A failed request has left its router, and with it the part of the path that led there.
  const isBelow = (top: string): boolean => path === top || path.startsWith(`${top}/`);
  if (isBelow(streamPath)) return streamPath;
  if (isBelow(graphqlPath)) return graphqlPath;
  const { path: pattern } = (route ?? {}) as { readonly path?: unknown };
  if (typeof pattern !== "string") return "none";
  const top = ROUTER_PATHS.find(isBelow) ?? "";
  return pattern === "/" && top !== "" ? top : top + pattern;
}

/** The length of the answer's body; 0 where there is none. */
function bytesOf({ method }: Request, response: Response): number {
  return method === "HEAD" ? 0 : Number(response.getHeader("Content-Length") ?? 0);
}

/** The public part of the key that asked, or `null`. */
function keyOf({ locals }: Response): string | null {
  const { identity } = locals as { readonly identity?: Identity };
  return identity !== undefined && "apiKey" in identity ? identity.apiKey.lookup : null;
}
