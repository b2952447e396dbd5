import { FieldResolver, Resolver, Root } from "type-graphql";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import { estimateFields } from "../../domain/analysis/analysis.js";
import { EstimateType } from "../analysis/estimate-type.js";
import { MoodType } from "../types/analysis/mood-type.js";
import { TempoRivalType } from "../types/analysis/tempo-rival-type.js";
import { TrackAnalysisType } from "../analysis/track-analysis-type.js";

/** Leads from an analysis to its parts. */
@Resolver(() => TrackAnalysisType)
export class TrackAnalysisResolver {
  @FieldResolver(() => MoodType, { description: "How strongly each of four moods is present." })
  mood(@Root() { analysis }: TrackAnalysisType): MoodType {
    return analysisDataFrom(analysis).mood;
  }

  @FieldResolver(() => [EstimateType], {
    description: "Every number estimated, with its confidence and method, loudness and tuning too.",
  })
  details(@Root() { analysis }: TrackAnalysisType): readonly EstimateType[] {
    return estimateFields.map((field) => ({ field, ...analysis.estimates[field] }));
  }

  @FieldResolver(() => [TempoRivalType], {
    description: "Other tempos that the rhythm allows, strongest first, perhaps none.",
  })
  tempoRivals(@Root() { analysis }: TrackAnalysisType): readonly TempoRivalType[] {
    return analysis.tempoRivals;
  }
}
