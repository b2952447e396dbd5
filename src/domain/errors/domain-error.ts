import type { ErrorCode } from "./error-code.js";

/** What the client may know about a failure, beside its sentence. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** A failure the product has a word for. Its message and facts are written for the client. */
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

/** What clients read of a bug. The log has the rest. */
export const maskedMessage = "Something failed on our side.";

/** What a client may know of any failure: its code and sentence, or only that it is a bug. */
export function publicReasonOf(error: unknown): {
  readonly code: ErrorCode | "INTERNAL";
  readonly message: string;
} {
  if (!(error instanceof DomainError)) return { code: "INTERNAL", message: maskedMessage };
  const { code, message } = error;
  return { code, message };
}
