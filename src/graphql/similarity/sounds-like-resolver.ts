import { Arg, Args, Ctx, Field, Float, InputType, Int, Query, Resolver } from "type-graphql";
import { descriptors, estimateFields } from "../../domain/analysis/descriptors.js";
import { EMBEDDING_LENGTH } from "../../domain/analysis/sound-embedding.js";
import {
  DEFAULT_SIMILAR_COUNT,
  MAX_SIMILAR_COUNT,
  parseSimilarCount,
  parseSimilarityWeights,
  type SimilarTrack,
} from "../../domain/catalogue/similarity.js";
import { parseStatedSound, type StatedSound } from "../../domain/likeness/stated-sound.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import type { Services } from "../../services/services.js";
import { itemCount, SCAN_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { SimilarArgs, SimilarTrackType } from "./similar-tracks-resolver.js";

/** What was measured on audio: a field for each that an analysis estimates. */
@InputType("SoundInput", {
  description:
    "What the analysis of this version measures on audio, such as the npm package in a browser. Tracks are compared by some of it; what is absent is not compared.",
})
export class SoundInput {
  @Field(() => Int, {
    description:
      "The version of the analysis that measured it, which must be that of this server: others are not comparable.",
  })
  readonly analysisVersion!: number;

  @Field(() => [Int], {
    nullable: true,
    description: `Where it lies among others by its sound as a whole: ${EMBEDDING_LENGTH} integers from -127 to 127, \`soundEmbedding\` of the analysis.`,
  })
  readonly embedding?: readonly number[] | null;
}

for (const field of estimateFields) {
  const { description } = descriptors[field];
  Field(() => Float, { nullable: true, description })(SoundInput.prototype, field);
}

/** Resolves the query `soundsLike`. */
@Resolver()
export class SoundsLikeResolver {
  readonly #similarity: Services["similarity"];

  constructor({ similarity }: Services) {
    this.#similarity = similarity;
  }

  @Query(() => [SimilarTrackType], {
    complexity: ({ args, childComplexity }) =>
      SCAN_COST +
      itemCount(args["first"], DEFAULT_SIMILAR_COUNT, MAX_SIMILAR_COUNT) * (1 + childComplexity),
    description:
      "The analysed tracks that sound most like audio that was measured elsewhere, most similar first; may be empty. Only what was measured is sent, and nothing of it is kept. A recording of the same audio is among them, where there is one.",
  })
  async soundsLike(
    @Arg("sound", () => SoundInput, { description: "What was measured on the audio." })
    sound: SoundInput,
    @Args(() => SimilarArgs) { first, weights, filter, collapse }: SimilarArgs,
    @Ctx() context: RequestContext,
  ): Promise<readonly SimilarTrack[]> {
    return this.#similarity.findAlike(
      parseStatedSound({ ...sound } satisfies StatedSound, "sound."),
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
