/** The tags of a file cannot be read or written without losing something. The message follows "the file: ". */
export class UnwritableTagsError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "UnwritableTagsError";
  }
}
