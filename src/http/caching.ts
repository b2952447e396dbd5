import type { RequestHandler, Response } from "express";

/** Forbids every cache to keep a response, which depends on the API key of the request. */
export function forbidCaching(response: Response): void {
  response.set("Cache-Control", "private, no-store").vary("Authorization");
}

/** Forbids every cache to keep the responses of the routes behind it. */
export const uncached: RequestHandler = (_request, response, next) => {
  forbidCaching(response);
  next();
};
