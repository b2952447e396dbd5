import type { Share } from "../../domain/library/stored-check.js";

/** Rows that were compared with their seals. */
export interface CheckedRows {
  /** >= 0 */
  readonly count: number;
  /** The names of those that differ, are missing or cannot be read: table and key. */
  readonly damaged: readonly string[];
}

/**
 * Seals on the rows of the database: digests of them, which are removed with every change by a statement. A row that differs from
 * its seal was changed by something else, such as a disk.
 */
export interface RowSeals {
  /**
   * Compares the rows of a share with their seals, a portion at a time, and all that were found damaged before.
   *
   * @throws {unknown} `signal.reason`, when aborted
   */
  check(share: Share, signal: AbortSignal): AsyncIterable<CheckedRows>;

  /**
   * Seals all rows that have no seal.
   *
   * @throws {unknown} `signal.reason`, when aborted; what was sealed stays so
   */
  seal(signal: AbortSignal): Promise<void>;
}
