import type { VersionChange } from "../domain/analysis/required-version.js";

/** Version of the analysis. Raised whenever any number that the analysis returns could change. */
export const ANALYSIS_VERSION = 9;

/**
 * The fields that each version measures differently from the version before it. A version that raises
 * `ANALYSIS_VERSION` is added here, so that only those analyses are repeated that need it.
 */
export const VERSION_CHANGES: readonly VersionChange[] = [
  { version: ANALYSIS_VERSION, fields: "all" },
];
