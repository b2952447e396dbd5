import { StorageBusyError } from "../../domain/errors/availability-errors.js";

/** Each attempt waits for the lock as long as a statement does: half a minute in total. */
const ATTEMPTS = 6;

/**
 * Writes a value that would be lost otherwise, such as the result of a long analysis. Where another
 * process has locked the database, the write is repeated, up to six attempts.
 *
 * @param write changes nothing where it rejects
 * @throws {StorageBusyError} the database was locked during all attempts
 */
export async function retryWhileStorageBusy<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StorageBusyError) || attempt === ATTEMPTS) throw error;
    }
  }
}
