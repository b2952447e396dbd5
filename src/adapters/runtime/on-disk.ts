import { StorageFullError } from "../../domain/errors/availability-errors.js";
import { systemCodeOf } from "./system-error.js";

/** Error codes of a full disk and of a full disk quota. */
const FULL_CODES: readonly (string | undefined)[] = ["ENOSPC", "EDQUOT"];

/**
 * Runs work that writes to a disk, and translates its errors.
 *
 * @param problem a sentence that says what could not be written, for the log
 * @throws {StorageFullError} the disk is full
 * @throws {Error} the operating system refuses for another reason
 */
export async function onDisk<Result>(
  problem: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (systemCodeOf(error) === undefined) throw error;
    const failure = new Error(problem, { cause: error });
    throw FULL_CODES.includes(systemCodeOf(error)) ? new StorageFullError(failure) : failure;
  }
}
