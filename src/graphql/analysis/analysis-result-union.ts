import { createUnionType } from "type-graphql";
import { AnalysisFailedType } from "./analysis-failed-type.js";
import { AnalysisPendingType } from "./analysis-pending-type.js";
import { TrackAnalysisType } from "./track-analysis-type.js";

/** An analysis, or why there is none yet. */
export type AnalysisResult = TrackAnalysisType | AnalysisPendingType | AnalysisFailedType;

/** The same for the schema; told apart by the members that only one of them has. */
export const analysisResultUnion = createUnionType({
  name: "AnalysisResult",
  description: "The analysis of a track, or where it stands, or why there is none.",
  types: () => [TrackAnalysisType, AnalysisPendingType, AnalysisFailedType] as const,
  resolveType(result: AnalysisResult) {
    if ("analysis" in result) return TrackAnalysisType;
    return "state" in result ? AnalysisPendingType : AnalysisFailedType;
  },
});
