import { DomainError } from "../domain/errors/domain-error.js";
import type { CommandContext } from "./command-context.js";

/**
 * Exit codes: a failure with an error code, wrong usage, a bug, a command that the user stopped, and
 * a closed output. The last two are those of a program that SIGINT or SIGPIPE ends.
 */
export const exitCodes = { failure: 1, usage: 2, bug: 70, interrupted: 130, unread: 141 } as const;

/** A failure as a command prints it, with the exit code of the command. */
export interface FailureReport {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
  /** Of a bug: where it happened. */
  readonly stack?: readonly string[];
}

/**
 * Describes an error by a code and a sentence. A bug is described by its stack, for a bug report.
 * Invalid input was typed on the command line, so its exit code is that of wrong usage.
 */
export function failureReportFrom(error: unknown): FailureReport {
  if (error instanceof DomainError) {
    const { code, message } = error;
    const exitCode = code === "INVALID_INPUT" ? exitCodes.usage : exitCodes.failure;
    return { code, message, exitCode };
  }
  const message = String(error);
  const stack = error instanceof Error ? (error.stack?.match(STACK_LINE) ?? []) : [];
  return { code: "INTERNAL", message, exitCode: exitCodes.bug, stack };
}

/** A call in a stack, as V8 writes it. */
const STACK_LINE = /^ +at .*$/gm;

/** Returns a failure as it is printed. */
export const failureLinesOf = (
  { code, message, stack = [] }: FailureReport,
  file?: string,
): readonly string[] => [`${code}: ${file === undefined ? "" : `${file}: `}${message}`, ...stack];

/** Prints why a command could not do its work on a file, and sets its exit code; other files go on. */
export function printFileFailure(
  context: Pick<CommandContext, "printError" | "setExitCode">,
  file: string,
  error: unknown,
): FailureReport {
  const report = failureReportFrom(error);
  context.printError(...failureLinesOf(report, file));
  context.setExitCode(report.exitCode);
  return report;
}
