/** A thread died under its job: a bug, or a lack of memory. Its message is for the log. */
export class AnalyzerCrashedError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`The analysis thread died: ${what}.`, { cause });
    this.name = "AnalyzerCrashedError";
  }
}
