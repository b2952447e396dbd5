/** The world is not as the process needs it: an address is taken, a database cannot be opened. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StartError";
  }

  /** Takes over the words of a failure to start. */
  static from(failure: unknown): StartError {
    return new StartError(failure instanceof Error ? failure.message : String(failure), failure);
  }
}
