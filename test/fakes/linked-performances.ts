import { SAME_PERFORMANCE_SCORE } from "../../src/domain/fingerprint/compare-fingerprints.js";
import { LinkedPairs, ungrouped } from "../../src/domain/fingerprint/performance-groups.js";
import type { RecordingId } from "../../src/domain/track/recording-id.js";
import type { PerformanceService } from "../../src/services/performances/performance-service.js";

/** Performances of which these pairs of recordings are known. */
export function linkedPerformances(
  ...linked: readonly (readonly [RecordingId, RecordingId])[]
): Pick<PerformanceService, "groupsBy"> {
  const pairs = new LinkedPairs();
  for (const [one, other] of linked) pairs.add(one, other, 1);
  return {
    groupsBy: (collapse) =>
      Promise.resolve(collapse === "none" ? ungrouped : pairs.groupsFrom(SAME_PERFORMANCE_SCORE)),
  };
}
