import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { DomainError } from "../domain/errors/domain-error.js";
import {
  InvalidInputError,
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
} from "../domain/errors/request-errors.js";
import { jsonBodyReader } from "../http/json-body-reader.js";
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
export function readBody(): RequestHandler[] {
  const read = jsonBodyReader(MAX_BODY_BYTES);
  return [
    refuseOtherMediaTypes,
    async (request, response, next) => {
      await read(request, response);
      next();
    },
  ];
}

/** Returns errors of the request body in the format of GraphQL responses. */
export function respondToBadBody({ failures }: Services): ErrorRequestHandler {
  return (error: unknown, _request: Request, response: Response, next) => {
    const known = domainErrorFrom(error);
    if (known === undefined || response.headersSent || response.closed) {
      next(error);
      return;
    }
    failures.record(known, { requestId: localsOf(response).requestId });
    const { code, message, facts } = known;
    response
      .status(refusalHeadOf(known).status)
      .set("Cache-Control", "no-store")
      .json({ errors: [{ message, extensions: { ...facts, code } }] });
  };
}

const refuseOtherMediaTypes: RequestHandler = (request, _response, next) => {
  if (request.method === "POST" && request.is("application/json") === false) {
    const mediaType = request.get("Content-Type") ?? "";
    throw new UnsupportedMediaTypeError(mediaType, "application/json");
  }
  next();
};

/** Returns the domain error of a body that cannot be read; `undefined` for other errors. */
function domainErrorFrom(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (!(error instanceof Error)) return undefined;
  const { type, status } = error as { readonly type?: unknown; readonly status?: unknown };
  if (type === "entity.too.large") return new PayloadTooLargeError(MAX_BODY_BYTES);
  if (type === "encoding.unsupported" || type === "charset.unsupported") {
    return new UnsupportedMediaTypeError("another encoding", "application/json in UTF-8");
  }
  const isRefused = typeof type === "string" && status === 400;
  return isRefused ? new InvalidInputError("body", "cannot be read", error) : undefined;
}
