import { FieldResolver, Resolver, Root } from "type-graphql";
import type { Track } from "../../domain/track/track.js";
import { SimilarTrackType } from "../similarity/similar-track-type.js";
import { SimilarityReasonType } from "../types/similarity/similarity-reason-type.js";
import { TrackType } from "../track/track-type.js";

/** Leads from a similar track to the track itself, and to what makes it similar. */
@Resolver(() => SimilarTrackType)
export class SimilarTrackResolver {
  @FieldResolver(() => TrackType, { description: "The track, with all that is known of it." })
  track(@Root() { track }: SimilarTrackType): Track {
    return track;
  }

  @FieldResolver(() => [SimilarityReasonType], {
    description:
      "Fields in which the two are close, the most telling first: close where other tracks are far away. At most five, perhaps none.",
  })
  reasons(@Root() { reasons }: SimilarTrackType): readonly SimilarityReasonType[] {
    return reasons;
  }
}
