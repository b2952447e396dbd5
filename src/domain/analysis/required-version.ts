import type { EstimateField } from "./descriptors.js";

/** The fields of an analysis, or all of them. */
export type AnalysisFields = "all" | readonly EstimateField[];

/** What a version of the analysis measures differently from the version before it. */
export interface VersionChange {
  readonly version: number;
  readonly fields: AnalysisFields;
}

/**
 * Returns the first version whose numbers are up to date for these fields: an analysis of an older one
 * is repeated; 0 where no version has changed them.
 */
export function requiredVersion(changes: readonly VersionChange[], wanted: AnalysisFields): number {
  const isWanted = ({ fields }: VersionChange): boolean =>
    fields === "all" || wanted === "all" || fields.some((field) => wanted.includes(field));
  return Math.max(0, ...changes.filter(isWanted).map(({ version }) => version));
}
