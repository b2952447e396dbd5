import { StorageBusyError, StorageUnavailableError } from "../domain/errors/availability-errors.js";

/** Each attempt waits for the lock or the server as long as a statement does: half a minute in total. */
const ATTEMPTS = 6;

/**
 * Writes a value that would be lost otherwise, such as the result of a long analysis. Where another
 * process has locked the database, or its server cannot be reached, the write is repeated, up to six
 * attempts.
 *
 * @param write changes nothing where it rejects, or may be repeated
 * @throws {StorageBusyError} the database was locked during all attempts
 * @throws {StorageUnavailableError} its server could not be reached during all attempts
 */
export async function retryWhileStorageBusy<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const isTemporary =
        error instanceof StorageBusyError || error instanceof StorageUnavailableError;
      if (!isTemporary || attempt === ATTEMPTS) throw error;
    }
  }
}
