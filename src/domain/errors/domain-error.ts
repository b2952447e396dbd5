import type { ErrorCode } from "./error-code.js";

/** Facts about a failure that the client may know, beside its message. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** An expected failure with a documented code. Its message and facts are written for the client. */
export abstract class DomainError extends Error {
  abstract readonly code: ErrorCode;

  constructor(
    message: string,
    readonly facts: Facts = {},
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = new.target.name;
  }
}

/** The message that clients get for a bug. The log has the details. */
export const MASKED_MESSAGE = "An internal error occurred.";

/**
 * Returns what a client may know of a failure: its code and message, or for a bug only that it is
 * internal.
 */
export function publicReasonOf(error: unknown): {
  readonly code: ErrorCode | "INTERNAL";
  readonly message: string;
} {
  if (!(error instanceof DomainError)) return { code: "INTERNAL", message: MASKED_MESSAGE };
  const { code, message } = error;
  return { code, message };
}
