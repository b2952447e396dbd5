import { valueOf } from "../../domain/analysis/analysis.js";
import { estimateFields } from "../../domain/analysis/descriptors.js";
import { citationOf, type ExportedTrack } from "../../domain/export/exported-track.js";

/**
 * Returns what a playlist says of a track on one line: each estimate with its confidence and method,
 * and how to cite them.
 */
export function trackNoteOf({ analysis }: ExportedTrack, software: string): string {
  const estimates = estimateFields.flatMap((field) => {
    const { confidence, method } = analysis.estimates[field];
    const value = valueOf(analysis, field);
    return value === null ? [] : [`${field} ${value} (${confidence} ${method})`];
  });
  return [...estimates, citationOf(software, analysis.version)].join(", ");
}
