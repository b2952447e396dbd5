import type { RequestHandler, Response } from "express";
import type { KeyHolder } from "../services/access/access-service.js";
import type { Services } from "../services/services.js";
import { localsOf } from "./request-locals.js";
import { credentialsOf, identityFrom } from "./session/credentials.js";

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

function setRateHeaders(
  response: Response,
  { limit, remaining, resetSeconds }: NonNullable<KeyHolder["allowance"]>,
): void {
  response.setHeader("RateLimit-Limit", limit);
  response.setHeader("RateLimit-Remaining", remaining);
  response.setHeader("RateLimit-Reset", resetSeconds);
}
