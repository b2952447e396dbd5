import { StorageBusyError } from "../../domain/errors/availability-errors.js";

/** Each waits for as long as a statement waits: half a minute in all. */
const ATTEMPTS = 6;

/**
 * Writes what would be lost otherwise, such as the result of a long analysis: where another process
 * holds the database, the write is tried again some times.
 *
 * @param write changes nothing where it rejects
 * @throws {StorageBusyError} the database was held during all attempts
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
