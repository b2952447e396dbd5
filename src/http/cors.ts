import type { RequestHandler } from "express";

const REQUEST_HEADERS = [
  "Accept",
  "Authorization",
  "Cache-Control",
  "Content-Type",
  "If-None-Match",
  "Prefer",
  "X-Request-Id",
  "Apollo-Require-Preflight",
  "X-Apollo-Operation-Name",
];

const ANSWER_HEADERS = [
  "Allow",
  "Content-Location",
  "ETag",
  "Link",
  "Location",
  "Overtone-Operation-Cost",
  "Overtone-Pending-Ids",
  "Overtone-Unavailable-Providers",
  "Preference-Applied",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
];

/** What lets pages of any origin read an answer, and which of its headers. */
export const openAnswerHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": ANSWER_HEADERS.join(", "),
} as const;

const DAY_SECONDS = 86_400;

/**
 * Allows requests from pages of any origin: a request carries its API key, and no cookie is ever
 * read, so a foreign page has no credentials to misuse. Answers the browser's preflight request.
 */
export function allowAnyOrigin(): RequestHandler {
  return (request, response, next) => {
    response.set(openAnswerHeaders);
    const isPreflight =
      request.method === "OPTIONS" && request.get("Access-Control-Request-Method") !== undefined;
    if (!isPreflight) {
      next();
      return;
    }
    response.set({
      "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE, OPTIONS",
      "Access-Control-Allow-Headers": REQUEST_HEADERS.join(", "),
      "Access-Control-Max-Age": String(DAY_SECONDS),
    });
    response.status(204).end();
  };
}
