import { Field, Float, InputType } from "type-graphql";
import type { WeightName } from "../../domain/catalogue/similarity.js";

const factorOf = (what: string): { nullable: true; description: string } => ({
  nullable: true,
  description: `How much ${what} counts against its usual part, 0 to 100; 1 when absent, 0 leaves it out.`,
});

/** How much fields and groups of fields count in a comparison. */
@InputType("SimilarityWeights", {
  description:
    "How much each field counts when tracks are compared, as factors on its usual part. The factor of a group is for all of its fields, on top of their own.",
})
export class SimilarityWeightsInput implements Partial<Record<WeightName, number | null>> {
  @Field(() => Float, factorOf("the group of tempo and danceability"))
  readonly rhythm?: number | null;

  @Field(() => Float, factorOf("the group of key and mode"))
  readonly harmony?: number | null;

  @Field(() => Float, factorOf("the group of energy, arousal and loudness"))
  readonly intensity?: number | null;

  @Field(() => Float, factorOf("the group of valence, happy, sad, relaxed and aggressive"))
  readonly mood?: number | null;

  @Field(() => Float, factorOf("the group of instrumentalness, speechiness and liveness"))
  readonly voice?: number | null;

  @Field(() => Float, factorOf("the group of approachability and engagement"))
  readonly appeal?: number | null;

  @Field(() => Float, factorOf("tempo"))
  readonly tempo?: number | null;

  @Field(() => Float, factorOf("danceability"))
  readonly danceability?: number | null;

  @Field(() => Float, factorOf("the key, on the circle of fifths,"))
  readonly key?: number | null;

  @Field(() => Float, factorOf("mode"))
  readonly mode?: number | null;

  @Field(() => Float, factorOf("energy"))
  readonly energy?: number | null;

  @Field(() => Float, factorOf("arousal"))
  readonly arousal?: number | null;

  @Field(() => Float, factorOf("integrated loudness"))
  readonly loudness?: number | null;

  @Field(() => Float, factorOf("valence"))
  readonly valence?: number | null;

  @Field(() => Float, factorOf("how happy it is"))
  readonly happy?: number | null;

  @Field(() => Float, factorOf("how sad it is"))
  readonly sad?: number | null;

  @Field(() => Float, factorOf("how relaxed it is"))
  readonly relaxed?: number | null;

  @Field(() => Float, factorOf("how aggressive it is"))
  readonly aggressive?: number | null;

  @Field(() => Float, factorOf("instrumentalness"))
  readonly instrumentalness?: number | null;

  @Field(() => Float, factorOf("speechiness"))
  readonly speechiness?: number | null;

  @Field(() => Float, factorOf("liveness"))
  readonly liveness?: number | null;

  @Field(() => Float, factorOf("approachability"))
  readonly approachability?: number | null;

  @Field(() => Float, factorOf("engagement"))
  readonly engagement?: number | null;
}
