import cors from "cors";
import type { RequestHandler } from "express";

const RESPONSE_HEADERS = [
  "Accept-Ranges",
  "Allow",
  "Content-Disposition",
  "Content-Location",
  "Content-Range",
  "ETag",
  "Idempotency-Replayed",
  "Link",
  "Location",
  "Overtone-Operation-Cost",
  "Overtone-Pending-Ids",
  "Overtone-Track-Frames",
  "Overtone-Unavailable-Providers",
  "Overtone-Unmet",
  "Preference-Applied",
  "RateLimit",
  "RateLimit-Limit",
  "RateLimit-Policy",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Retry-After",
  "Trailer",
  "WWW-Authenticate",
  "X-Accel-Buffering",
  "X-Request-Id",
];

/** The headers that allow pages of any origin to read a response and its headers. */
export const corsResponseHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": RESPONSE_HEADERS.join(", "),
} as const;

const responseHeaders = Object.entries(corsResponseHeaders);

const DAY_SECONDS = 86_400;

/**
 * Allows requests from pages of any origin with any header, and answers preflight requests. This is safe
 * because requests carry an API key, and the cookie of a session is accepted from pages of this server only
 * (`isOwnPage`): a page of another origin has no credentials. Headers are not listed, because client libraries
 * and tracers add their own: a preflight is allowed those that it asks for.
 */
export function allowAnyOrigin(): RequestHandler {
  const setPreflightHeaders = cors({
    methods: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    maxAge: DAY_SECONDS,
    // The package's own response has a Content-Length, which RFC 9110, section 8.6, forbids for 204.
    preflightContinue: true,
  });
  return (request, response, next) => {
    for (const [name, value] of responseHeaders) response.setHeader(name, value);
    // The package takes every OPTIONS for a preflight; others ask for the methods of a path.
    const isPreflight =
      request.method === "OPTIONS" && request.get("Access-Control-Request-Method") !== undefined;
    if (isPreflight) setPreflightHeaders(request, response, () => response.status(204).end());
    else next();
  };
}
