import { DomainError, MASKED_MESSAGE, type Facts } from "./domain-error.js";
import type { ErrorCode } from "./error-code.js";

/** What a client may know of a failure, as plain data that can be stored and sent. */
export interface Failure {
  readonly code: ErrorCode | "INTERNAL";
  readonly message: string;
  readonly facts: Facts;
}

/** A known failure that was stored or sent as data. Its cause is in the log of the process where it occurred. */
class ReportedError extends DomainError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, { message, facts }: Failure) {
    super(message, facts);
    this.code = code;
  }
}

/** A bug that was stored or sent as data. */
class ReportedBug extends Error {}

/** Returns whether an error was made from data: the process where it occurred has it in its log. */
export const isReported = (error: unknown): boolean =>
  error instanceof ReportedError || error instanceof ReportedBug;

/** Returns a failure as data; of a bug, only that it is internal. */
export function failureFrom(error: unknown): Failure {
  if (!(error instanceof DomainError)) {
    return { code: "INTERNAL", message: MASKED_MESSAGE, facts: {} };
  }
  const { code, message, facts } = error;
  return { code, message, facts };
}

/** Returns an error that clients see as they see the original one. */
export function errorFrom(failure: Failure): Error {
  const { code, message } = failure;
  return code === "INTERNAL" ? new ReportedBug(message) : new ReportedError(code, failure);
}
