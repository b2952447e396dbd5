import type { RequestHandler, Response } from "express";
import type { Identity } from "../services/access/access-service.js";
import type { Services } from "../services/services.js";

/**
 * Finds out who asks, leaves it in `response.locals.identity` for the edge to judge, and tells
 * callers with a key what is left of their rate.
 */
export function identifyCaller({ access }: Services): RequestHandler {
  return async (request, response, next) => {
    const identity = await access.identify(request.headers.authorization);
    response.locals["identity"] = identity;
    if ("allowance" in identity) tellRate(response, identity.allowance);
    next();
  };
}

type RateAllowance = Extract<Identity, { allowance: unknown }>["allowance"];

function tellRate(response: Response, { limit, remaining, resetSeconds }: RateAllowance): void {
  response.setHeader("RateLimit-Limit", limit);
  response.setHeader("RateLimit-Remaining", remaining);
  response.setHeader("RateLimit-Reset", resetSeconds);
}
