import { Args, FieldResolver, Resolver, Root } from "type-graphql";
import {
  parseSimilarCount,
  parseSimilarityWeights,
  type SimilarTrack,
} from "../../domain/catalogue/similarity.js";
import type { Services } from "../../services/services.js";
import type { SimilarityService } from "../../services/similarity/similarity-service.js";
import { SimilarArgs } from "./similar-args.js";
import { SimilarTrackType } from "./similar-track-type.js";
import { TrackType } from "../track/track-type.js";

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
