/** A thread ended during its job, by a bug or lack of memory. The message is for the log. */
export class ThreadCrashedError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`A thread ended during its job: ${what}.`, { cause });
    this.name = "ThreadCrashedError";
  }
}
