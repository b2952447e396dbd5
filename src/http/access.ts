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
    if ("allowance" in identity) setRateHeaders(response, identity.allowance);
    next();
  };
}

type RateAllowance = Extract<Identity, { allowance: unknown }>["allowance"];

function setRateHeaders(
  response: Response,
  { limit, remaining, resetSeconds }: RateAllowance,
): void {
  response.setHeader("RateLimit-Limit", limit);
  response.setHeader("RateLimit-Remaining", remaining);
  response.setHeader("RateLimit-Reset", resetSeconds);
}
