import {
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Float,
  Int,
  ObjectType,
  Resolver,
  Root,
} from "type-graphql";
import { defaultCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import {
  DEFAULT_SIMILAR_COUNT,
  MAX_SIMILAR_COUNT,
  parseSimilarCount,
  parseSimilarityWeights,
  type SimilarityField,
  type SimilarTrack,
} from "../../domain/catalogue/similarity.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import type { SimilarityService } from "../../services/similarity/similarity-service.js";
import { costOfList, itemCount, SCAN_COST } from "../limits/costs.js";
import { NullOnError } from "../semantic-non-null.js";
import { refOf } from "../../domain/track/track-ref.js";
import { TrackType } from "../track/track-type.js";
import { TrackFilterInput } from "../catalogue/track-filter-input.js";
import { collapseValues } from "../catalogue/collapse-enum.js";
import type { RequestContext } from "../request-context.js";
import { SimilarityWeightsInput } from "./similarity-weights-input.js";

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
      "The analysed tracks that sound most like it, most similar first; may be empty. Other recordings of its own performance are left out, unless `collapse` is NONE. Null, with the error ANALYSIS_NOT_FOUND, if the track itself has not been analysed.",
  })
  similar(
    @Root() track: TrackType,
    @Args(() => SimilarArgs) { first, weights, filter, collapse }: SimilarArgs,
    @Ctx() context: RequestContext,
  ): Promise<readonly SimilarTrack[]> {
    return this.#similarity.findSimilar(
      refOf(track),
      parseSimilarCount(first, "first"),
      parseSimilarityWeights(weights ?? {}),
      {
        filter: parseComparedFilter(filter, "filter."),
        collapse: collapse ?? undefined,
        budget: context.budget(),
      },
    );
  }
}

/** The arguments of the field `similar`. */
@ArgsType()
export class SimilarArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_SIMILAR_COUNT,
    description: "Maximum number of tracks to return, 1 to 100.",
  })
  readonly first!: number | null;

  @Field(() => SimilarityWeightsInput, {
    nullable: true,
    description: "The weights of the fields; the default weights when absent.",
  })
  readonly weights!: SimilarityWeightsInput | null | undefined;

  @Field(() => TrackFilterInput, {
    nullable: true,
    description:
      "Conditions on the similar tracks, of which the most similar are returned; `analysed` must not be false.",
  })
  readonly filter!: TrackFilterInput | null | undefined;

  @Field(() => collapseValues, {
    nullable: true,
    defaultValue: defaultCollapse.compared,
    description: "Which recordings count as one.",
  })
  readonly collapse!: Collapse | null;
}

/** A field in which two tracks are close. */
@ObjectType("SimilarityReason", { description: "A field in which two tracks are close." })
class SimilarityReasonType {
  @Field(() => String, {
    description: 'The field, named as in TrackAnalysis, Mood and Estimate, e.g. "tempo".',
  })
  readonly field!: SimilarityField;

  @Field(() => Float, { description: "Its value in the given track, in the unit of the field." })
  readonly value!: number;

  @Field(() => Float, { description: "Its value in the similar track, in the unit of the field." })
  readonly otherValue!: number;

  @Field(() => Float, {
    description:
      "In [0, 1]: 1 where the values are equal, 0.61 where they differ by one standard deviation of the catalogue. Half and double tempo count as nearly equal. Keys are compared on the circle of fifths, where a minor key has the position of its relative major.",
  })
  readonly closeness!: number;
}

/** A track that sounds like another. */
@ObjectType("SimilarTrack", { description: "A track that sounds like another, with the reasons." })
export class SimilarTrackType {
  declare readonly track: Track;

  @Field(() => Float, {
    description:
      "In [0, 1]: 1 where all compared values are equal, about 0.37 for two tracks chosen at random. It is exp(-d / 2), where d is the weighted mean of the squared differences, each in standard deviations of the catalogue.",
  })
  readonly similarity!: number;

  @Field(() => [SimilarityReasonType], {
    complexity: costOfList(5),
    description:
      "The fields in which the two tracks are close, the most informative first: those in which other tracks differ more. At most five; may be empty.",
  })
  readonly reasons!: readonly SimilarityReasonType[];
}
