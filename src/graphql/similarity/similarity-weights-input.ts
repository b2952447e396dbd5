import { Field, Float, InputType } from "type-graphql";
import type { WeightName } from "../../domain/catalogue/similarity.js";

const factorOf = (what: string): { nullable: true; description: string } => ({
  nullable: true,
  description: `Factor on the default weight of ${what}, 0 to 100; 1 when absent, 0 leaves it out.`,
});

/** Factors on the weights of fields and groups of fields in a comparison. */
@InputType("SimilarityWeights", {
  description:
    "Factors on the default weights of the fields when tracks are compared. The factor of a group applies to all of its fields and is multiplied with their own.",
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

  @Field(() => Float, factorOf("the key (on the circle of fifths)"))
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

  @Field(() => Float, factorOf("the mood happy"))
  readonly happy?: number | null;

  @Field(() => Float, factorOf("the mood sad"))
  readonly sad?: number | null;

  @Field(() => Float, factorOf("the mood relaxed"))
  readonly relaxed?: number | null;

  @Field(() => Float, factorOf("the mood aggressive"))
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
