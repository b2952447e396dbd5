import { ArgsType, Field, Int } from "type-graphql";
import { DEFAULT_SIMILAR_COUNT } from "../../domain/catalogue/similarity.js";
import { TrackFilterInput } from "../catalogue/track-filter-input.js";
import { SimilarityWeightsInput } from "./similarity-weights-input.js";

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
}
