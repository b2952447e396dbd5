import { DomainError } from "./domain-error.js";

/** A parameter is missing or malformed; `facts.parameter` names it. */
export class InvalidInputError extends DomainError {
  readonly code = "INVALID_INPUT";

  constructor(parameter: string, problem: string, cause?: unknown) {
    super(`The parameter "${parameter}" ${problem}.`, { parameter }, cause);
  }
}

/** An operation asks for more than the server is willing to do for one request. */
export class TooCostlyError extends DomainError {
  readonly code = "INVALID_INPUT";

  constructor(cost: number, limit: number) {
    super(
      `The parameter "query" costs ${cost}, and one request may cost ${limit}. Ask for fewer items at once.`,
      { parameter: "query", cost, limit },
    );
  }
}

/** The path exists, but not for this method; `facts.allow` lists those it has. */
export class MethodNotAllowedError extends DomainError {
  readonly code = "METHOD_NOT_ALLOWED";

  constructor(method: string, allow: string) {
    super(`${method} is not allowed here. Allowed: ${allow}.`, { allow });
  }
}

/** The body is larger than we take. */
export class PayloadTooLargeError extends DomainError {
  readonly code = "PAYLOAD_TOO_LARGE";

  constructor(limitBytes: number) {
    super(`The body is larger than the ${limitBytes} bytes allowed.`, { limitBytes });
  }
}

/** The body is of a type we do not take. */
export class UnsupportedMediaTypeError extends DomainError {
  readonly code = "UNSUPPORTED_MEDIA_TYPE";

  constructor(mediaType: string, accepted: string) {
    super(`We do not take bodies of type "${mediaType}". Accepted: ${accepted}.`, { accepted });
  }
}
