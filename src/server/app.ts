import express, { Router, type Express, type RequestHandler } from "express";
import { NotFoundError } from "../domain/errors/not-found-errors.js";
import { identifyCaller, identifyWorker } from "../http/access.js";
import { compressResponses } from "../http/negotiation/compress-responses.js";
import { allowAnyOrigin } from "../http/cors.js";
import type { ClientViews } from "../http/client-views.js";
import { requireOneHost } from "../http/host-header.js";
import { prepareLocals } from "../http/request-locals.js";
import type { Tracer } from "../ports/runtime/tracer.js";
import { logRequests, type RequestLog } from "./request-log.js";
import { traceRequests } from "./request-trace.js";
import { securityHeaders } from "../http/security-headers.js";
import { asksForEvents } from "../graphql/subscriptions/event-stream.js";
import {
  ACOUSTICBRAINZ_PATH,
  acousticbrainzErrorHandler,
} from "../rest/dialects/acousticbrainz/acousticbrainz-routes.js";
import { takeBasicKey } from "../rest/dialects/acousticbrainz/basic-key.js";
import { errorHandler } from "../rest/error-handler.js";
import { MCP_PATH } from "../mcp/tool-routes.js";
import { otherMethods } from "../http/route-table.js";
import { METRICS_PATH } from "../rest/operations/metrics-routes.js";
import { sendContinue } from "../http/expect-continue.js";
import { spotifyErrorHandler, SPOTIFY_PATH } from "../rest/dialects/spotify/spotify-routes.js";
import { DATA_PATH, restRouter } from "../rest/rest-router.js";
import { SUBSONIC_PATH } from "../rest/dialects/subsonic/subsonic-routes.js";
import { takeSubsonicKey } from "../rest/dialects/subsonic/subsonic-key.js";
import { SESSION_PATH } from "../rest/session/session-routes.js";
import { WORKER_PATH } from "../rest/worker/worker-routes.js";
import { WEBHOOKS_PATH } from "../rest/webhooks/webhook-routes.js";
import type { Services } from "../services/services.js";
import { altairRoutes } from "../web/altair-routes.js";
import { docsRoutes } from "../web/docs-routes.js";
import { guideRoutes } from "../web/guide-routes.js";
import { type PageLinks, pageRoutes } from "../web/page-routes.js";

/**
 * Creates the Express app of the REST API, the GraphQL API and the web pages.
 *
 * @param needs.graphql the GraphQL middleware, which reads request bodies itself
 */
export function createHttpApp(needs: {
  readonly services: Services;
  readonly graphql: RequestHandler;
  /** The same over server-sent events; it also reads request bodies itself. */
  readonly graphqlStream: RequestHandler;
  /** The tools for assistants. */
  readonly tools: RequestHandler;
  readonly logger: RequestLog;
  readonly tracer: Tracer;
  /** The version of this program. */
  readonly version: string;
  /** Finds what clients see of this server. */
  readonly views: ClientViews;
  /** The pages that are served, in addition to the one at the root. */
  readonly pages: PageLinks;
}): Express {
  const { services, graphql, graphqlStream, tools, logger, tracer, views } = needs;
  const { hasExplorer, hasDocs } = needs.pages;
  const app = express();
  app.disable("x-powered-by");
  // Routes set entity tags themselves, where a client can use them.
  app.disable("etag");
  app.set("query parser", "simple");

  app.use(prepareLocals(views));
  if (tracer.isOn) app.use(traceRequests(tracer));
  app.use(logRequests(services, logger), securityHeaders());
  app.use(requireOneHost(), allowAnyOrigin(), compressResponses());

  app.use(SUBSONIC_PATH, takeSubsonicKey());
  app.use(ACOUSTICBRAINZ_PATH, takeBasicKey());
  app.use(
    [
      "/graphql",
      DATA_PATH,
      WEBHOOKS_PATH,
      SPOTIFY_PATH,
      METRICS_PATH,
      SESSION_PATH,
      MCP_PATH,
      SUBSONIC_PATH,
      ACOUSTICBRAINZ_PATH,
    ],
    identifyCaller(services),
  );
  app.use(WORKER_PATH, identifyWorker(services));
  app.use("/graphql", graphqlRoutes(graphql, graphqlStream));
  app.use(MCP_PATH, onlyExactPath, continueRequest, tools);
  app.use(restRouter(services, views, needs.version));
  app.use(pageRoutes({ hasExplorer, hasDocs }), guideRoutes());
  if (hasDocs) app.use(docsRoutes(views));
  if (hasExplorer) app.use(altairRoutes(views));
  app.use((request) => {
    throw new NotFoundError(request.path);
  });
  app.use(SPOTIFY_PATH, spotifyErrorHandler(services));
  app.use(ACOUSTICBRAINZ_PATH, acousticbrainzErrorHandler(services));
  app.use(errorHandler(services));
  return app;
}

function graphqlRoutes(graphql: RequestHandler, graphqlStream: RequestHandler): Router {
  const guards = [onlyExactPath, onlyKnownMethods, continueRequest];
  const either: RequestHandler = (request, response, next) =>
    (asksForEvents(request) ? graphqlStream : graphql)(request, response, next);
  return Router().use("/stream", guards, graphqlStream).use(guards, either);
}

const onlyExactPath: RequestHandler = (request, _response, next) => {
  if (request.path !== "/") throw new NotFoundError(`${request.baseUrl}${request.path}`);
  next();
};

const GRAPHQL_METHODS = ["GET", "POST"];
const refuseOtherMethods = otherMethods(GRAPHQL_METHODS.join(", "));

const onlyKnownMethods: RequestHandler = (request, response, next) => {
  if (GRAPHQL_METHODS.includes(request.method)) next();
  else void refuseOtherMethods(request, response, next);
};

const continueRequest: RequestHandler = (request, response, next) => {
  sendContinue(request, response);
  next();
};
