import { createUnionType } from "type-graphql";
import { AnalysisFailedType } from "./analysis-failed-type.js";
import { AnalysisPendingType } from "./analysis-pending-type.js";
import { TrackAnalysisType } from "./track-analysis-type.js";

/** An analysis, or why there is none yet. */
export type AnalysisResult = TrackAnalysisType | AnalysisPendingType | AnalysisFailedType;

/**
 * The schema type of an analysis result. The type is recognised by a member that only that type
 * has.
 */
export const analysisResultUnion = createUnionType({
  name: "AnalysisResult",
  description:
    "The analysis of a track, or its state while it is not ready, or the reason why it failed.",
  types: () => [TrackAnalysisType, AnalysisPendingType, AnalysisFailedType] as const,
  resolveType(result: AnalysisResult) {
    if ("analysis" in result) return TrackAnalysisType;
    return "state" in result ? AnalysisPendingType : AnalysisFailedType;
  },
});
