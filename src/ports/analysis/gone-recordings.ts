/** Stores which recordings are gone: their analyses are kept for a return, and hidden wherever tracks are filtered. */
export interface GoneRecordings {
  /**
   * Removes the analyses of recordings that left before a time, those that left first, with all that was measured of
   * them. What users state about the recordings stays.
   *
   * @param before milliseconds since 1970
   * @param maximum of analyses that are removed
   * @returns how many were removed
   */
  removeBefore(before: number, maximum: number): Promise<number>;
}
