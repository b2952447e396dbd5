import type { RequestHandler } from "express";
import type { Tracer } from "../ports/runtime/tracer.js";
import { localsOf } from "../http/request-locals.js";
import type { Mount } from "./mounts.js";
import { methodOf, routeOf } from "./request-route.js";

/**
 * Records a span for each request, which continues the trace of the client where it sends
 * `traceparent`. Like the log, it has nothing else that the client sent.
 *
 * @param served what the application serves, which names the routes
 */
export function traceRequests(tracer: Tracer, served: readonly Mount[]): RequestHandler {
  return (request, response, next) => {
    const start = {
      ...{ name: methodOf(request), kind: "server" as const },
      parent: request.get("traceparent"),
      attributes: { "overtone.request.id": localsOf(response).requestId },
    };
    void tracer.span(start, async (span) => {
      // For its log line, which is written when the response closes, outside of the span.
      response.locals["traceId"] = tracer.traceId();
      const closed = new Promise((resolve) => response.once("close", resolve));
      next();
      await closed;
      const [method, route] = [methodOf(request), routeOf(request, served)];
      span.describe(`${method} ${route}`, {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": response.statusCode,
      });
    });
  };
}
