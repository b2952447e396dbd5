import { systemCodeOf } from "./system-error.js";

/**
 * Error codes of a disk or network share that does not respond now, or of too many open files: the
 * same file may be readable later.
 */
const TEMPORARY_CODES: readonly (string | undefined)[] = [
  "EIO",
  "ESTALE",
  "ENXIO",
  "EAGAIN",
  "EMFILE",
  "ENFILE",
  "ETIMEDOUT",
];

/** Whether the operating system refused to read a file for a reason that may be temporary. */
export function isTemporaryFailure(error: unknown): boolean {
  return TEMPORARY_CODES.includes(systemCodeOf(error));
}
