import type { ChangePage } from "../../domain/catalogue/recording-change.js";

/** The changes of recordings that have or had an analysis, each recording once, in the order of their last changes. */
export interface RecordingChanges {
  /**
   * Returns changes after a revision, with what is known of each recording at the time of the call, or after it. A change by
   * another process is found as one by this process is.
   *
   * @param after integer >= 0; 0 before the first change
   * @param first maximum number of changes, integer >= 1
   */
  find(after: number, first: number): Promise<ChangePage>;
}
