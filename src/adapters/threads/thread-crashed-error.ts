/** A thread died under its job: a bug, or a lack of memory. Its message is for the log. */
export class ThreadCrashedError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`A thread died under its job: ${what}.`, { cause });
    this.name = "ThreadCrashedError";
  }
}
