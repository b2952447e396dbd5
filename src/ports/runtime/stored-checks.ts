import type { StoredCheck, StoredCheckResult } from "../../domain/library/stored-check.js";

/** Stores which checks of what is stored were made, for all servers on the database. */
export interface StoredChecks {
  /**
   * Lets the caller begin a check, unless one has begun within a time, of any server.
   *
   * @param milliseconds >= 0; 0 always begins
   * @returns how many had begun before; `undefined` where it may not begin
   */
  beginAfter(milliseconds: number): Promise<number | undefined>;

  /** Stores the result of a check, in place of the last one. */
  end(result: StoredCheckResult): Promise<void>;

  /** Returns the check that ended last; what another server has stored is noticed within a second. */
  findLast(): Promise<StoredCheck | undefined>;
}
