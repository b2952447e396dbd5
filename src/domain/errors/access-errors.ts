import { DomainError } from "./domain-error.js";

/** The request carries no API key, or one that is unknown, revoked or expired. */
export class UnauthenticatedError extends DomainError {
  readonly code = "UNAUTHENTICATED";

  constructor(problem: string) {
    super(`${problem} Send "Authorization: Bearer <API_KEY>".`);
  }
}

/** The API key is good, but lacks the scope that the operation needs. */
export class ForbiddenError extends DomainError {
  readonly code = "FORBIDDEN";

  constructor(scope: string) {
    super(`This API key lacks the scope "${scope}".`, { scope });
  }
}

/** The API key, or the address of someone without one, made more requests than it may. */
export class RateLimitedError extends DomainError {
  readonly code = "RATE_LIMITED";

  constructor(retryAfterSeconds: number, who: "API key" | "address" = "API key") {
    super(`This ${who} is over its rate.`, { retryAfterSeconds });
  }
}

/** When a client will end what it has open is unknown; a client need not wait longer than this. */
const RETRY_OPENING_SECONDS = 5;

/** The API key holds as much open at once as it may: sockets, or subscriptions. */
export class TooManyOpenError extends DomainError {
  readonly code = "RATE_LIMITED";

  constructor(what: string, limit: number) {
    super(`This API key has ${limit} ${what} open, and may not have more.`, {
      limit,
      retryAfterSeconds: RETRY_OPENING_SECONDS,
    });
  }
}
