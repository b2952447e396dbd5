import { DomainError } from "./domain-error.js";

/** The request has no API key, or one that is unknown, revoked or expired. */
export class UnauthenticatedError extends DomainError {
  readonly code = "UNAUTHENTICATED";

  constructor(problem: string) {
    super(`${problem} Send "Authorization: Bearer <API_KEY>".`);
  }
}

/** The cookie of a session is not accepted, or a browser may not have one. */
export class SessionRefusedError extends DomainError {
  readonly code = "UNAUTHENTICATED";

  constructor(problem: string) {
    super(`${problem} Sign in again.`);
  }
}

/** The link to sign in was used before, or has expired. */
export class LinkSpentError extends DomainError {
  readonly code = "UNAUTHENTICATED";

  constructor() {
    super(
      "This link to sign in was used before, has expired, or belongs to a revoked key. " +
        "For a new one: npx overtone sessions link.",
    );
  }
}

/** A link of one key was opened where the browser is signed in with another. */
export class OtherSessionError extends DomainError {
  readonly code = "FORBIDDEN";

  constructor() {
    super(
      "This browser is signed in with another key, which a link does not replace. " +
        "Sign out, then open the link again.",
    );
  }
}

/** The API key is valid, but lacks the scope that the operation needs. */
export class ForbiddenError extends DomainError {
  readonly code = "FORBIDDEN";

  constructor(scope: string, holder: "API key" | "session" = "API key") {
    super(`This ${holder} lacks the scope "${scope}".`, { scope });
  }
}

/** The API key, or the address of an anonymous client, exceeded its rate limit. */
export class RateLimitedError extends DomainError {
  readonly code = "RATE_LIMITED";

  constructor(retryAfterSeconds: number, caller: "API key" | "address" = "API key") {
    super(`This ${caller} has exceeded its rate limit.`, { retryAfterSeconds });
  }
}

/** The API key has used its share of the processor in the present window. */
export class ProcessorTimeUsedError extends DomainError {
  readonly code = "RATE_LIMITED";

  constructor(retryAfterSeconds: number) {
    super("This API key has used its processor time.", { retryAfterSeconds });
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

/** A page of another origin sent a request that only programs and pages of this server may send. */
export class ForeignPageError extends DomainError {
  readonly code = "FORBIDDEN";

  constructor(origin: string) {
    super(
      `Pages of ${JSON.stringify(origin)} may not use this path. Connect a program, ` +
        `or set PUBLIC_URL where the page is one of this server.`,
    );
  }
}
