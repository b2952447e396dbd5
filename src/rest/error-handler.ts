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
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  AUDIO_UNDECODABLE: 422,
  AUDIO_TOO_LONG: 422,
  ANALYSIS_TOO_COSTLY: 422,
  RATE_LIMITED: 429,
  PROVIDER_UNAVAILABLE: 502,
  PROVIDER_BAD_RESPONSE: 502,
  PROVIDER_RATE_LIMITED: 503,
  ANALYZER_BUSY: 503,
  STORAGE_BUSY: 503,
  STORAGE_FULL: 503,
  AUDIO_UNAVAILABLE: 503,
  TIMED_OUT: 504,
};

/** What a client is told about a failure. */
export interface Problem {
  readonly status: number;
  readonly code: ErrorCode | "INTERNAL";
  readonly message: string;
  readonly facts: Facts;
}

/** Answers with a problem in the words of some clients. */
export type SendProblem = (problem: Problem, request: Request, response: Response) => void;

/**
 * Turns every failure of a request into an answer, and has it written once.
 *
 * @param sendBody gives the answer its body; status and headers are set by then
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

/** Express decodes the path before any route reads it, and has its own error for that. */
function translated(thrown: unknown): unknown {
  if (!(thrown instanceof URIError)) return thrown;
  return new InvalidInputError("path", "is not percent-encoded UTF-8", thrown);
}

/** What a client is told about any failure; nothing of a bug but the name of the request. */
export function problemOf(error: unknown, requestId: string): Problem {
  const { code, message } = publicReasonOf(error);
  const facts = error instanceof DomainError ? error.facts : { requestId };
  return { status: code === "INTERNAL" ? 500 : STATUS_BY_CODE[code], code, message, facts };
}

/** The envelope, or what RFC 9457 makes of it for clients that accept that. */
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
  const { retryAfterSeconds, allow } = facts;
  return {
    "Cache-Control": "no-store",
    ...(code === "UNAUTHENTICATED" && { "WWW-Authenticate": "Bearer" }),
    ...(typeof retryAfterSeconds === "number" && {
      "Retry-After": String(Math.ceil(retryAfterSeconds)),
    }),
    ...(typeof allow === "string" && { Allow: allow }),
  };
}
