import { DomainError } from "../domain/errors/domain-error.js";

/**
 * Exit codes: a failure with a word for it, wrong usage, a bug, stopped from the keyboard, and
 * nobody reads on. The last two are those of a program that SIGINT or SIGPIPE ends.
 */
export const exitCodes = { failure: 1, usage: 2, bug: 70, interrupted: 130, unread: 141 } as const;

/** A failure as a command prints it, and the exit code that it deserves. */
export interface FailureReport {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
}

/**
 * Says what failed: a code and a sentence; a bug shows its stack, for the report to us. What we
 * refuse as input was typed at the prompt, so it is wrong usage.
 */
export function failureReportFrom(error: unknown): FailureReport {
  if (error instanceof DomainError) {
    const { code, message } = error;
    const exitCode = code === "INVALID_INPUT" ? exitCodes.usage : exitCodes.failure;
    return { code, message, exitCode };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: "INTERNAL", message, exitCode: exitCodes.bug };
}
