import { STATUS_CODES } from "node:http";
import type { ErrorRequestHandler, Request, Response } from "express";
import { DomainError, type Facts, publicReasonOf } from "../domain/errors/domain-error.js";
import type { ErrorCode } from "../domain/errors/error-code.js";
import { InvalidInputError } from "../domain/errors/request-errors.js";
import { localsOf } from "../http/request-locals.js";
import type { Services } from "../services/services.js";

const STATUS_BY_CODE: Readonly<Record<ErrorCode, number>> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TRACK_NOT_FOUND: 404,
  AUDIO_NOT_FOUND: 404,
  ANALYSIS_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  FILES_DECIDE: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  CLAIM_LOST: 409,
  WORKER_VERSION: 409,
  PLAYLIST_CHANGED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  AUDIO_UNDECODABLE: 422,
  AUDIO_TOO_LONG: 422,
  ANALYSIS_TOO_COSTLY: 422,
  RATE_LIMITED: 429,
  PROVIDER_UNAVAILABLE: 502,
  PROVIDER_BAD_RESPONSE: 502,
  PROVIDER_RATE_LIMITED: 503,
  ANALYZER_BUSY: 503,
  ANALYSIS_DROPPED: 503,
  STORAGE_BUSY: 503,
  STORAGE_FULL: 503,
  STORAGE_UNAVAILABLE: 503,
  AUDIO_UNAVAILABLE: 503,
  AUDIO_CHANGED: 503,
  TIMED_OUT: 504,
};

/** A failure as the client receives it. */
export interface Problem {
  readonly status: number;
  readonly code: ErrorCode | "INTERNAL";
  readonly message: string;
  readonly facts: Facts;
}

/** Sends the body of an error response in a certain format. */
export type SendProblem = (problem: Problem, request: Request, response: Response) => void;

/**
 * Sends an error response for every failure of a request, and records the failure once.
 *
 * @param sendBody sends the body; status and headers are already set
 */
export function errorHandler(
  { failures }: Services,
  sendBody: SendProblem = sendEnvelope,
): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    const hasClientLeft = response.closed;
    if (hasClientLeft) return;
    const { requestId } = localsOf(response);
    const error = translated(thrown);
    failures.record(error, {
      requestId,
      method: request.method,
      path: request.path,
    });
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = problemOf(error, requestId);
    response.status(problem.status).set(headersOf(problem)).removeHeader("ETag");
    sendBody(problem, request, response);
  };
}

/** Converts the error that Express throws when it cannot decode the path. */
function translated(thrown: unknown): unknown {
  if (!(thrown instanceof URIError)) return thrown;
  return new InvalidInputError("path", "is not percent-encoded UTF-8", thrown);
}

/** Converts any failure to what the client receives; of an internal error, only the request id. */
export function problemOf(error: unknown, requestId: string): Problem {
  const { code, message } = publicReasonOf(error);
  const facts = error instanceof DomainError ? error.facts : { requestId };
  return { status: code === "INTERNAL" ? 500 : STATUS_BY_CODE[code], code, message, facts };
}

/** Sends the error envelope, or RFC 9457 problem details to clients that accept those. */
function sendEnvelope(problem: Problem, request: Request, response: Response): void {
  const { status, code, message, facts } = problem;
  const mediaType = request.accepts("application/json", "application/problem+json");
  response.vary("Accept");
  if (mediaType !== "application/problem+json") {
    response.json({ success: false, data: null, error: { code, message, ...facts } });
    return;
  }
  const title = STATUS_CODES[status];
  const problemJson = { type: "about:blank", title, status, detail: message, code, ...facts };
  response.type(mediaType).json({ success: false, data: null, ...problemJson });
}

function headersOf({ code, facts }: Problem): Record<string, string> {
  const { retryAfterSeconds, allow, sizeBytes } = facts;
  return {
    "Cache-Control": "no-store",
    ...(code === "UNAUTHENTICATED" && { "WWW-Authenticate": "Bearer" }),
    ...(typeof retryAfterSeconds === "number" && {
      "Retry-After": String(Math.ceil(retryAfterSeconds)),
    }),
    ...(typeof allow === "string" && { Allow: allow }),
    ...(code === "RANGE_NOT_SATISFIABLE" && { "Content-Range": `bytes */${String(sizeBytes)}` }),
  };
}
