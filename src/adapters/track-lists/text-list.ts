/** The text of a file, and what is wanted of it. */
export interface TextList {
  readonly text: string;
  /** The folder that it lies in, where that is known. */
  readonly folder: string | undefined;
  /** The name of a list in it, or its number. */
  readonly list: string | undefined;
}
