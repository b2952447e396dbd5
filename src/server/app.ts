import express, { Router, type Express, type RequestHandler } from "express";
import { NotFoundError } from "../domain/errors/not-found-errors.js";
import { identifyCaller } from "../http/access.js";
import { allowAnyOrigin } from "../http/cors.js";
import { requireOneHost } from "../http/host-header.js";
import { prepareLocals } from "../http/request-locals.js";
import { logRequests, type RequestLog } from "./request-log.js";
import { securityHeaders } from "../http/security-headers.js";
import { errorHandler } from "../rest/error-handler.js";
import { otherMethods } from "../http/known-methods.js";
import { metricsPath } from "../rest/operations/metrics-routes.js";
import { askForBody } from "../http/expected-body.js";
import { spotifyErrorHandler, spotifyPath } from "../rest/spotify/spotify-routes.js";
import { dataPath, dataRoutes, restRouter } from "../rest/rest-router.js";
import { webhooksPath } from "../rest/webhooks/webhook-routes.js";
import type { Services } from "../services/services.js";
import { altairRoutes } from "../web/altair-routes.js";
import { docsRoutes } from "../web/docs-routes.js";
import type { PageLinks } from "../web/landing-page.js";
import { landingRoutes } from "../web/landing-routes.js";

/**
 * Both edges behind one address, and pages to explore them with.
 *
 * @param needs.graphql the GraphQL edge, which reads its own bodies; the REST edge has none
 */
export function createHttpApp(needs: {
  readonly services: Services;
  readonly graphql: RequestHandler;
  /** The same as server-sent events, which reads its own bodies too. */
  readonly graphqlStream: RequestHandler;
  readonly logger: RequestLog;
  /** Which pages browsers get, beside the one at the root. */
  readonly pages: PageLinks;
}): Express {
  const { services, graphql, graphqlStream, logger } = needs;
  const { hasExplorer, hasDocs } = needs.pages;
  const app = express();
  app.disable("x-powered-by");
  // Tags are set where they mean something; others would only hide that an answer is private.
  app.disable("etag");
  app.set("query parser", "simple");

  app.use(
    inTurn(
      prepareLocals(),
      logRequests(services, logger),
      securityHeaders(),
      requireOneHost(),
      allowAnyOrigin(),
    ),
  );

  const identify = identifyCaller(services);
  app.use("/graphql", identify, graphqlRoutes(graphql, graphqlStream));
  app.use(dataPath, Router().use(identify, dataRoutes(services)));
  app.use([webhooksPath, spotifyPath, metricsPath], identify);
  app.use(restRouter(services));
  // Before the page: a router without a handler of its own for OPTIONS answers it by itself.
  app.options("/", otherMethods("GET", "HEAD"));
  app.use(landingRoutes({ hasExplorer, hasDocs }));
  if (hasDocs) app.use(docsRoutes());
  if (hasExplorer) app.use(altairRoutes());
  app.all("/", otherMethods("GET", "HEAD"));
  app.use((request) => {
    throw new NotFoundError(request.path);
  });
  app.use(spotifyPath, spotifyErrorHandler(services));
  app.use(errorHandler(services));
  return app;
}

function graphqlRoutes(graphql: RequestHandler, graphqlStream: RequestHandler): Router {
  const guards = [onlyExactPath, onlyGetAndPost, askForAnyBody];
  return Router().use("/stream", guards, graphqlStream).use(guards, graphql);
}

/** Handlers that go on at once, one after the other, without the router's work between them. */
function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    const goOn = (index: number): void => {
      const handler = handlers[index];
      if (handler === undefined) next();
      else void handler(request, response, () => goOn(index + 1));
    };
    goOn(0);
  };
}

const onlyExactPath: RequestHandler = (request, _response, next) => {
  if (request.path !== "/") throw new NotFoundError(`${request.baseUrl}${request.path}`);
  next();
};

const refuseOtherMethods = otherMethods("GET", "POST");

const onlyGetAndPost: RequestHandler = (request, response, next) => {
  if (["GET", "POST"].includes(request.method)) next();
  else void refuseOtherMethods(request, response, next);
};

const askForAnyBody: RequestHandler = (request, response, next) => {
  askForBody(request, response);
  next();
};
