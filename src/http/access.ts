import type { RequestHandler, Response } from "express";
import type { KeyHolder } from "../services/access/access-service.js";
import type { Services } from "../services/services.js";
import { localsOf } from "./request-locals.js";
import { credentialsOf, identityFrom } from "./session/credentials.js";

/** The name of the limit of a key, which is the only one. */
const POLICY_NAME = "key";

/** The limit is one of requests per second. */
const WINDOW_SECONDS = 1;

/**
 * Identifies the caller, stores the identity in `response.locals.identity`, and sets the rate limit
 * headers for callers with a key or a session. The routes decide what the caller may do.
 */
export function identifyCaller(services: Services): RequestHandler {
  return async (request, response, next) => {
    const credentials = credentialsOf(request, localsOf(response));
    if (credentials.session !== undefined) response.vary("Cookie");
    const identity = await identityFrom(services, credentials);
    response.locals["identity"] = identity;
    const allowance = "apiKey" in identity ? identity.allowance : undefined;
    if (allowance !== undefined) setRateHeaders(response, allowance);
    next();
  };
}

/** Identifies a caller whose requests are not limited in rate, and so not counted. */
export function identifyWorker({ access }: Services): RequestHandler {
  return async (request, response, next) => {
    const { authorization } = request.headers;
    response.locals["identity"] = await access.identify(authorization, { isCounted: false });
    next();
  };
}

/**
 * Sets the state of the rate limit, in the headers that most clients read, and in those of the Internet-Draft.
 *
 * Source: R. Polli et al., "RateLimit header fields for HTTP", draft-ietf-httpapi-ratelimit-headers-11, 2026, sections 3
 * and 4.
 */
function setRateHeaders(
  response: Response,
  { limit, remaining, resetSeconds }: NonNullable<KeyHolder["allowance"]>,
): void {
  response.setHeader("RateLimit-Limit", limit);
  response.setHeader("RateLimit-Remaining", remaining);
  response.setHeader("RateLimit-Reset", resetSeconds);
  response.setHeader("RateLimit-Policy", `"${POLICY_NAME}";q=${limit};w=${WINDOW_SECONDS}`);
  response.setHeader("RateLimit", `"${POLICY_NAME}";r=${remaining};t=${resetSeconds}`);
}
