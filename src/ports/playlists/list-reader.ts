import type { ReadList } from "../../domain/list-import/listed-row.js";
import type { WorkBudget } from "../../domain/work-budget.js";

/** A file with lists of tracks, and which of them is wanted. */
export interface ListFile {
  readonly content: AsyncIterable<Uint8Array>;
  /** By which its kind is told where the content does not tell it; absent where there is none. */
  readonly fileName?: string | undefined;
  /** The folder that it lies in, from which relative paths in it start; absent where it is not known. */
  readonly folder?: string | undefined;
  /** The name of a list in the file, or its number; the first one with rows where absent. */
  readonly list?: string | undefined;
}

/** Reads lists of tracks that other programs have written. */
export interface ListReader {
  /**
   * Reads a list of a file. Its kind is told by its content, and by its name where several fit. Nothing outside of the content is
   * read. Other work of the process runs in between.
   *
   * @throws {InvalidInputError} "file": of no known kind, damaged, larger than its kind may be, or with too many lists or rows;
   * "list": there is none of this name or number
   * @throws what `WorkBudget.begin` throws
   */
  read(file: ListFile, budget?: WorkBudget): Promise<ReadList>;
}
