import express, { type Express, type RequestHandler } from "express";
import helmet from "helmet";
import { NotFoundError } from "./domain/errors.js";
import { identifyCaller } from "./http-access.js";
import { allowAnyOrigin } from "./http-cors.js";
import { prepareLocals } from "./http-locals.js";
import { errorHandler } from "./rest/error-handler.js";
import { otherMethods } from "./rest/known-methods.js";
import { localsOf } from "./rest/request/request-locals.js";
import { dataPath, restRouter } from "./rest/rest-router.js";
import type { Services } from "./services/services.js";

/** Where one line per request goes. */
interface DebugLog {
  debug(message: string, facts: Readonly<Record<string, unknown>>): void;
}

/**
 * Both edges behind one address.
 *
 * @param needs.graphql the GraphQL edge, which reads its own bodies; the REST edge has none
 */
export function createHttpApp(needs: {
  readonly services: Services;
  readonly graphql: RequestHandler;
  readonly logger: DebugLog;
}): Express {
  const { services, graphql, logger } = needs;
  const app = express();
  app.disable("x-powered-by");
  // Tags are set where they mean something; others would only hide that an answer is private.
  app.disable("etag");
  app.set("query parser", "simple");

  app.use(prepareLocals());
  app.use(logAnswers(logger), securityHeaders(), allowAnyOrigin());
  app.use([dataPath, "/graphql"], identifyCaller(services));

  app.use("/graphql", onlyExactPath, onlyGetAndPost, graphql);
  app.route("/").get(toExplorer).all(otherMethods("GET", "HEAD"));
  app.use(restRouter(services));
  app.use((request) => {
    throw new NotFoundError(request.path);
  });
  app.use(errorHandler(services));
  return app;
}

/**
 * What an API needs of Helmet's headers. Nothing may be loaded or run from an answer; pictures may
 * be shown anywhere. HTTPS is the business of whoever terminates it.
 */
function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: "cross-origin" },
    strictTransportSecurity: false,
  });
}

function logAnswers(logger: DebugLog): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { requestId } = localsOf(response);
    const { method, path } = request;
    response.once("close", () => {
      const milliseconds = Math.round(performance.now() - startedAt);
      const status = response.writableFinished ? response.statusCode : "client left";
      logger.debug("Answered", { requestId, method, path, status, milliseconds });
    });
    next();
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

const toExplorer: RequestHandler = (_request, response) => {
  response.status(302).location("/graphql").end();
};
