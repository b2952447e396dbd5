/**
 * A failure to start, for reasons outside the program: an address in use, a database that cannot be
 * opened.
 */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StartError";
  }

  /** Creates an error with the message of another failure. */
  static from(failure: unknown): StartError {
    return new StartError(failure instanceof Error ? failure.message : String(failure), failure);
  }
}

/**
 * Refuses to start because of another failure.
 *
 * @throws {StartError} always
 */
export const refuseToStart = (failure: unknown): never => {
  throw StartError.from(failure);
};
