import { ArgsType, Field, Int } from "type-graphql";
import { defaultSimilarCount } from "../../domain/catalogue/similarity.js";
import { SimilarityWeightsInput } from "./similarity-weights-input.js";

/** The arguments of the question for similar tracks. */
@ArgsType()
export class SimilarArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: defaultSimilarCount,
    description: "The most tracks to answer, 1 to 100.",
  })
  readonly first!: number | null;

  @Field(() => SimilarityWeightsInput, {
    nullable: true,
    description: "What counts how much; as usual when absent.",
  })
  readonly weights!: SimilarityWeightsInput | null | undefined;
}
