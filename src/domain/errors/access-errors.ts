import { DomainError } from "./domain-error.js";

/** The request has no API key, or one that is unknown, revoked or expired. */
export class UnauthenticatedError extends DomainError {
  readonly code = "UNAUTHENTICATED";

  constructor(problem: string) {
    super(`${problem} Send "Authorization: Bearer <API_KEY>".`);
  }
}

/** The API key is valid, but lacks the scope that the operation needs. */
export class ForbiddenError extends DomainError {
  readonly code = "FORBIDDEN";

  constructor(scope: string) {
    super(`This API key lacks the scope "${scope}".`, { scope });
  }
}

/** The API key, or the address of an anonymous client, exceeded its rate limit. */
export class RateLimitedError extends DomainError {
  readonly code = "RATE_LIMITED";

  constructor(retryAfterSeconds: number, caller: "API key" | "address" = "API key") {
    super(`This ${caller} has exceeded its rate limit.`, { retryAfterSeconds });
  }
}

/** Retry time for a client, because it is unknown when one of its open connections will close. */
const RETRY_OPENING_SECONDS = 5;

/** The API key has the maximum number of open sockets or subscriptions. */
export class TooManyOpenError extends DomainError {
  readonly code = "RATE_LIMITED";

  constructor(what: string, limit: number) {
    super(`This API key has ${limit} ${what} open, which is the maximum. Close one first.`, {
      limit,
      retryAfterSeconds: RETRY_OPENING_SECONDS,
    });
  }
}
