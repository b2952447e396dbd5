import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { DomainError } from "../domain/errors/domain-error.js";
import {
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
} from "../domain/errors/request-errors.js";
import { jsonBodyReader } from "../http/body/json-body-reader.js";
import { MAX_STRANGER_BYTES } from "../http/body/unread-body.js";
import { identityOf, localsOf } from "../http/request-locals.js";
import type { Identity } from "../services/access/access-service.js";
import type { Services } from "../services/services.js";
import { formattedRefusal, refusalHeadOf } from "./errors/refusal.js";
import { PLAIN_JSON } from "./request-context.js";
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

/** More than the operations have that callers without a valid key may run. */
const MAX_STRANGER_MEMBERS = 100;

/**
 * Reads JSON bodies and refuses all others. Of callers without a valid key, little is read and nothing is run that needs
 * one.
 */
export function readBody({ access }: Services): RequestHandler {
  const read = jsonBodyReader(MAX_BODY_BYTES);
  const readLittle = jsonBodyReader(MAX_STRANGER_BYTES, MAX_STRANGER_MEMBERS);
  return async (request, response, next) => {
    const identity = identityOf(response);
    // A page is at the same path.
    const isOperation = request.method !== "GET" || Object.keys(request.query).length > 0;
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

/**
 * Returns errors of the request body, and of its caller, in the format of GraphQL responses.
 *
 * @param typeOf returns the media type of the refusal of a caller; plain JSON by default, and for what is wrong with a body
 */
export function respondToBadBody(
  { failures }: Services,
  typeOf: (response: Response) => string = () => PLAIN_JSON,
): ErrorRequestHandler {
  return (error: unknown, _request: Request, response: Response, next) => {
    if (!(error instanceof DomainError) || response.headersSent || response.closed) {
      next(error);
      return;
    }
    failures.record(error, { requestId: localsOf(response).requestId });
    const { status, headers } = refusalHeadOf(error);
    for (const [name, value] of headers) response.set(name, value);
    response
      .status(status)
      .set("Cache-Control", "no-store")
      .type(isRefusalOf(identityOf(response), error) ? typeOf(response) : PLAIN_JSON)
      .json({ errors: [formattedRefusal(error)] });
  };
}

const isRefusalOf = (identity: Identity, error: DomainError): boolean =>
  "refusal" in identity && identity.refusal === error;

function requireJson(request: Request): void {
  if (request.method === "POST" && request.is("application/json") === false) {
    const mediaType = request.get("Content-Type") ?? "";
    throw new UnsupportedMediaTypeError(mediaType, "application/json");
  }
}
