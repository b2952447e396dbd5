import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { timelineDataFrom } from "../../domain/analysis/timeline-data.js";
import { TrackAnalysisType } from "./track-analysis-type.js";
import { TIMELINE_COST } from "../limits/costs.js";
import { NullOnError } from "../semantic-non-null.js";
import type { RequestContext } from "../request-context.js";
import { TimelineType } from "../timeline/timeline-type.js";

/** Resolves the timeline of an analysis; it is read only where it is selected. */
@Resolver(() => TrackAnalysisType)
export class TimelineResolver {
  @NullOnError()
  @FieldResolver(() => TimelineType, {
    complexity: TIMELINE_COST,
    nullable: true,
    description:
      "The track over time: sections, curves of loudness, energy and tempo, and changes of key. Null only where it cannot be read, with the error.",
  })
  async timeline(
    @Root() { analysis }: TrackAnalysisType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<TimelineType> {
    return timelineDataFrom(analysis, await loaders.timelines.load(analysis.recordingId));
  }
}
