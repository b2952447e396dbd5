import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { DomainError } from "../domain/errors/domain-error.js";
import { UnsupportedMediaTypeError } from "../domain/errors/request-errors.js";
import { jsonBodyReader } from "../http/body/json-body-reader.js";
import { localsOf } from "../http/request-locals.js";
import type { Services } from "../services/services.js";
import { refusalHeadOf } from "./errors/refusal.js";

/**
 * Headers that a page of another origin can send only after a CORS preflight request. The API key
 * is one of them: unlike cookies, browsers never send it on their own.
 */
export const preflightHeaders = [
  "authorization",
  "apollo-require-preflight",
  "x-apollo-operation-name",
];

/** Maximum size of a request body: far more than a reasonable operation with its variables. */
export const MAX_BODY_BYTES = 1_048_576;

/** Reads JSON bodies and refuses all others. */
export function readBody(): RequestHandler {
  const read = jsonBodyReader(MAX_BODY_BYTES);
  return async (request, response, next) => {
    requireJson(request);
    await read(request, response);
    next();
  };
}

/** Returns errors of the request body in the format of GraphQL responses. */
export function respondToBadBody({ failures }: Services): ErrorRequestHandler {
  return (error: unknown, _request: Request, response: Response, next) => {
    if (!(error instanceof DomainError) || response.headersSent || response.closed) {
      next(error);
      return;
    }
    failures.record(error, { requestId: localsOf(response).requestId });
    const { code, message, facts } = error;
    const { status, headers } = refusalHeadOf(error);
    for (const [name, value] of headers) response.set(name, value);
    response
      .status(status)
      .set("Cache-Control", "no-store")
      .json({ errors: [{ message, extensions: { ...facts, code } }] });
  };
}

function requireJson(request: Request): void {
  if (request.method === "POST" && request.is("application/json") === false) {
    const mediaType = request.get("Content-Type") ?? "";
    throw new UnsupportedMediaTypeError(mediaType, "application/json");
  }
}
