import {
  type GraphQLRequestContextWillSendResponse,
  HeaderMap,
  type HTTPGraphQLHead,
} from "@apollo/server";
import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { DomainError } from "../../domain/errors/domain-error.js";
import type { ErrorCode } from "../../domain/errors/error-code.js";
import type { RequestContext } from "../request-context.js";

/**
 * Sets the status 200 where GraphQL refused a well-formed request, for clients that accept plain
 * JSON: for them, the status reports HTTP errors only. Clients that accept
 * `application/graphql-response+json` get 400.
 *
 * Source: GraphQL over HTTP, working draft, "Status codes", GraphQL Foundation, 2025.
 */
export function setPlainJsonStatus({
  response: { http },
  source,
  contextValue,
}: GraphQLRequestContextWillSendResponse<RequestContext>): void {
  const isRefused = http.status === 400 && (source as string | undefined) !== undefined;
  if (isRefused && contextValue.wantsPlainJson()) http.status = 200;
}

const STATUS_BY_CODE: Partial<Readonly<Record<ErrorCode, number>>> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  STORAGE_BUSY: 503,
  STORAGE_FULL: 503,
  STORAGE_UNAVAILABLE: 503,
};

/** Returns the error of an operation that is not run, with its HTTP status and headers. */
export function refusalFrom(error: DomainError): GraphQLError {
  const extensions = { http: refusalHeadOf(error) };
  return new GraphQLError(error.message, { originalError: error, extensions });
}

/** Returns a domain error as GraphQL responses have it. */
export const formattedRefusal = ({ message, code, facts }: DomainError): GraphQLFormattedError => ({
  message,
  extensions: { ...facts, code },
});

/** Runs a check of an operation. A domain error that it throws refuses the operation. */
export function refuseWhereThrown(check: () => void): Promise<void> {
  try {
    check();
    return Promise.resolve();
  } catch (error) {
    return Promise.reject(error instanceof DomainError ? refusalFrom(error) : (error as Error));
  }
}

/** Returns the HTTP status and headers of an operation that is not run. */
export function refusalHeadOf(error: DomainError): Required<HTTPGraphQLHead> {
  const headers = new HeaderMap();
  const { allow, retryAfterSeconds } = error.facts;
  if (error.code === "UNAUTHENTICATED") headers.set("www-authenticate", "Bearer");
  if (typeof allow === "string") headers.set("allow", allow);
  if (typeof retryAfterSeconds === "number") {
    headers.set("retry-after", String(Math.ceil(retryAfterSeconds)));
  }
  return { status: STATUS_BY_CODE[error.code] ?? 200, headers };
}
