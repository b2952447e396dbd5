import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { Track } from "../../domain/track/track.js";
import { TrackAnalysisType } from "../analysis/track-analysis-type.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "./track-type.js";

/** Resolves the track of an analysis. */
@Resolver(() => TrackAnalysisType)
export class AnalysedTrackResolver {
  @FieldResolver(() => TrackType, {
    nullable: true,
    description:
      "The track, with what its tags say; null if its metadata has been deleted since the analysis was read.",
  })
  track(
    @Root() { recordingId }: TrackAnalysisType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Track | undefined> {
    return loaders.tracks.load(recordingId);
  }
}
