import { ArgsType, Field, Int } from "type-graphql";
import { DEFAULT_SIMILAR_COUNT } from "../../domain/catalogue/similarity.js";
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
}
