import { Args, FieldResolver, Resolver, Root } from "type-graphql";
import {
  parseSimilarCount,
  parseSimilarityWeights,
  type SimilarTrack,
} from "../../domain/catalogue/similarity.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import type { SimilarityService } from "../../services/similarity/similarity-service.js";
import { TrackType } from "../track/track-type.js";
import { SimilarArgs } from "./similar-args.js";
import { SimilarityReasonType, SimilarTrackType } from "./similar-track-type.js";

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

/** Leads from a track to those that sound like it. */
@Resolver(() => TrackType)
export class SimilarTracksResolver {
  readonly #similarity: SimilarityService;

  constructor({ similarity }: Services) {
    this.#similarity = similarity;
  }

  @FieldResolver(() => [SimilarTrackType], {
    nullable: true,
    description:
      "The analysed tracks that sound most like it, most similar first, perhaps none; other spellings of it are left out. Null, with the error ANALYSIS_NOT_FOUND, where the track itself has not been analysed.",
  })
  similar(
    @Root() { trackKey }: TrackType,
    @Args(() => SimilarArgs) { first, weights }: SimilarArgs,
  ): Promise<readonly SimilarTrack[]> {
    return this.#similarity.findSimilar(
      trackKey,
      parseSimilarCount(first, "first"),
      parseSimilarityWeights(weights ?? {}),
    );
  }
}
