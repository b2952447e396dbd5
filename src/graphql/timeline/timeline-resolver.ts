import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { timelineDataFrom, type TimelineData } from "../../domain/analysis/timeline-data.js";
import type { RequestContext } from "../request-context.js";
import { TrackAnalysisType } from "../analysis/track-analysis-type.js";
import { TimelineType } from "./timeline-type.js";

/** Leads from an analysis to its timeline, which is read only where it is asked for. */
@Resolver(() => TrackAnalysisType)
export class TimelineResolver {
  @FieldResolver(() => TimelineType, {
    nullable: true,
    description:
      "How the track goes over time: sections, curves of loudness, energy and tempo, and where the key changes.",
  })
  async timeline(
    @Root() { analysis }: TrackAnalysisType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<TimelineData> {
    return timelineDataFrom(analysis, await loaders.timelines.load(analysis.trackKey));
  }
}
