import express, { type Express, type RequestHandler } from "express";
import { NotFoundError } from "../domain/errors/not-found-errors.js";
import { leaveUnread } from "../http/body/unread-body.js";
import { compressResponses } from "../http/negotiation/compress-responses.js";
import { allowAnyOrigin } from "../http/cors.js";
import { requireOneHost } from "../http/host-header.js";
import { inOrder } from "../http/in-order.js";
import { localsOf, prepareLocals } from "../http/request-locals.js";
import { securityHeaders } from "../http/security-headers.js";
import type { Tracer } from "../ports/runtime/tracer.js";
import { errorHandler } from "../rest/error-handler.js";
import { type Mount, type MountNeeds, mounts } from "./mounts.js";
import { logRequests, type RequestLog } from "./request-log.js";
import { methodOf, routeOf } from "./request-route.js";

/** What the application is made of, beside what its mounts need. */
interface AppNeeds extends MountNeeds {
  readonly logger: RequestLog;
  readonly tracer: Tracer;
}

/**
 * Creates the Express app of the REST API, the GraphQL API, the dialects and the web pages.
 *
 * @param served what is mounted where; by default, everything
 */
export function createHttpApp(needs: AppNeeds, served: readonly Mount[] = mounts): Express {
  const { services, logger, tracer, views } = needs;
  const app = express();
  app.disable("x-powered-by");
  // Routes set entity tags themselves, where a client can use them.
  app.disable("etag");
  app.set("query parser", "simple");

  const trace = tracer.isOn ? [traceRequests(tracer, served)] : [];
  const log = logRequests(services, logger, served);
  const headers = [securityHeaders(), requireOneHost(), allowAnyOrigin(), compressResponses()];
  app.use(inOrder(leaveBodyUnread, prepareLocals(views), ...trace, log, ...headers));

  for (const mount of served) {
    const paths = [...mount.paths];
    if (mount.takeKey) app.use(paths, mount.takeKey);
    if (typeof mount.admission === "function") app.use(paths, mount.admission(services));
    const handlers = mount.handlers(needs);
    if (handlers.length > 0) app.use(mount.isAtRoot ? "/" : paths, ...handlers);
  }
  app.use((request) => {
    throw new NotFoundError(request.path);
  });
  for (const { paths, sendProblem } of served) {
    if (sendProblem) app.use([...paths], errorHandler(services, sendProblem));
  }
  app.use(errorHandler(services));
  return app;
}

/** Leaves large bodies unread until a caller with a valid key is identified. */
const leaveBodyUnread: RequestHandler = (request, response, next) => {
  leaveUnread(request, response);
  next();
};

/**
 * Records a span for each request, which continues the trace of the client where it sends
 * `traceparent`. Like the log, it has nothing else that the client sent.
 *
 * @param served what the application serves, which names the routes
 */
function traceRequests(tracer: Tracer, served: readonly Mount[]): RequestHandler {
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
