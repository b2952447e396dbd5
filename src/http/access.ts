import type { RequestHandler, Response } from "express";
import type { Identity } from "../services/access/access-service.js";
import type { Services } from "../services/services.js";

/**
 * Identifies the caller, stores the identity in `response.locals.identity`, and sets the rate limit
 * headers for callers with a key. The routes decide what the caller may do.
 */
export function identifyCaller({ access }: Services): RequestHandler {
  return async (request, response, next) => {
    const identity = await access.identify(request.headers.authorization);
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

type RateAllowance = NonNullable<Extract<Identity, { readonly apiKey: unknown }>["allowance"]>;

function setRateHeaders(
  response: Response,
  { limit, remaining, resetSeconds }: RateAllowance,
): void {
  response.setHeader("RateLimit-Limit", limit);
  response.setHeader("RateLimit-Remaining", remaining);
  response.setHeader("RateLimit-Reset", resetSeconds);
}
