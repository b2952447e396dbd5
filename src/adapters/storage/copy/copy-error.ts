import {
  StorageBusyError,
  StorageFullError,
  StorageUnavailableError,
} from "../../../domain/errors/availability-errors.js";

/** A copy is refused, or has stopped; the message says why and what to do. */
export class CopyError extends Error {
  override readonly name = "CopyError";
}

/**
 * Runs a part of a copy, and explains the failures of its database.
 *
 * @param place of the part
 * @throws {CopyError} the database failed
 */
export async function explained<T>(
  { address, table }: { readonly address: string; readonly table: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    const reason = reasonOf(failure, address);
    if (reason === undefined) throw failure;
    throw new CopyError(
      `The copy stopped at the table ${table}. ${reason} The same command starts it again.`,
      { cause: failure },
    );
  }
}

/** Returns what a database says, as a sentence; `undefined` for failures of another origin. */
function reasonOf(failure: unknown, address: string): string | undefined {
  if (failure instanceof StorageFullError) return `The disk of ${address} is full.`;
  if (failure instanceof StorageBusyError) return `Another program has locked ${address}.`;
  if (failure instanceof StorageUnavailableError) return `${address} cannot be reached.`;
  if (!(failure instanceof Error)) return undefined;
  const code = codeOf(failure);
  if (code !== undefined) return `${address} refuses a statement: ${failure.message} (${code}).`;
  // SQLite's errors are translated already.
  return codeOf(failure.cause) === undefined ? undefined : failure.message;
}

function codeOf(failure: unknown): string | undefined {
  if (typeof failure !== "object" || failure === null || !("code" in failure)) return undefined;
  return typeof failure.code === "string" ? failure.code : undefined;
}
