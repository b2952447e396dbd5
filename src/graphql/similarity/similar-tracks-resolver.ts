import { Args, FieldResolver, Resolver, Root } from "type-graphql";
import {
  DEFAULT_SIMILAR_COUNT,
  MAX_SIMILAR_COUNT,
  parseSimilarCount,
  parseSimilarityWeights,
  type SimilarTrack,
} from "../../domain/catalogue/similarity.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import type { SimilarityService } from "../../services/similarity/similarity-service.js";
import { itemCount, SCAN_COST } from "../limits/costs.js";
import { NullOnError } from "../semantic-non-null.js";
import { TrackType } from "../track/track-type.js";
import { SimilarArgs } from "./similar-args.js";
import { SimilarTrackType } from "./similar-track-type.js";

/** Resolves the track of a similar track. */
@Resolver(() => SimilarTrackType)
export class SimilarTrackResolver {
  @FieldResolver(() => TrackType, { description: "The track, with its metadata." })
  track(@Root() { track }: SimilarTrackType): Track {
    return track;
  }
}

/** Resolves the field `similar` of a track. */
@Resolver(() => TrackType)
export class SimilarTracksResolver {
  readonly #similarity: SimilarityService;

  constructor({ similarity }: Services) {
    this.#similarity = similarity;
  }

  @NullOnError()
  @FieldResolver(() => [SimilarTrackType], {
    nullable: true,
    complexity: ({ args, childComplexity }) =>
      SCAN_COST +
      itemCount(args["first"], DEFAULT_SIMILAR_COUNT, MAX_SIMILAR_COUNT) * (1 + childComplexity),
    description:
      "The analysed tracks that sound most like it, most similar first; may be empty. Other spellings of the same recording are left out. Null, with the error ANALYSIS_NOT_FOUND, if the track itself has not been analysed.",
  })
  similar(
    @Root() { trackKey }: TrackType,
    @Args(() => SimilarArgs) { first, weights, filter }: SimilarArgs,
  ): Promise<readonly SimilarTrack[]> {
    return this.#similarity.findSimilar(
      trackKey,
      parseSimilarCount(first, "first"),
      parseSimilarityWeights(weights ?? {}),
      parseComparedFilter(filter, "filter."),
    );
  }
}
