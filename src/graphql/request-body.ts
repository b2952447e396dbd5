import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { DomainError } from "../domain/errors/domain-error.js";
import {
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
} from "../domain/errors/request-errors.js";
import { jsonBodyReader } from "../http/body/json-body-reader.js";
import { MAX_STRANGER_BYTES } from "../http/body/unread-body.js";
import { identityOf, localsOf } from "../http/request-locals.js";
import type { Services } from "../services/services.js";
import { refusalHeadOf } from "./errors/refusal.js";
import { refuseDataOfStranger } from "./require-key.js";

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

/**
 * Reads JSON bodies and refuses all others. Of callers without a valid key, little is read and nothing is run that needs
 * one.
 */
export function readBody({ access }: Services): RequestHandler {
  const read = jsonBodyReader(MAX_BODY_BYTES);
  const readLittle = jsonBodyReader(MAX_STRANGER_BYTES);
  return async (request, response, next) => {
    const identity = identityOf(response);
    const isOperation = request.method !== "GET" || request.query["query"] !== undefined;
    if (isOperation) access.requireAdmitted(identity);
    requireJson(request);
    if ("refusal" in identity) {
      await readLittle(request, response).catch((error: unknown) => {
        throw error instanceof PayloadTooLargeError ? identity.refusal : error;
      });
      refuseDataOfStranger(identity, queryIn(request));
    } else {
      await read(request, response);
    }
    next();
  };
}

/** Returns the document of a request, as it was sent. */
function queryIn({ method, query, body }: Request): unknown {
  if (method === "GET") return query["query"];
  return typeof body === "object" && body !== null
    ? (body as { query?: unknown }).query
    : undefined;
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
