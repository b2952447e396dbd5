import { Field, Float, InputType } from "type-graphql";
import { descriptors } from "../../domain/analysis/descriptors.js";
import { groupText, weightNames, type SimilarityField } from "../../domain/catalogue/similarity.js";

/** Factors on the weights of fields and groups of fields: one field for each. */
@InputType("SimilarityWeights", {
  description:
    "Factors on the default weights of the fields when tracks are compared. The factor of a group applies to all of its fields and is multiplied with their own.",
})
export class SimilarityWeightsInput {}

for (const name of weightNames) {
  const group = groupText(name);
  const weighted = group ? `the group of ${group}` : descriptors[name as SimilarityField].label;
  const description = `Factor on the default weight of ${weighted}, 0 to 100; 1 when absent, 0 leaves it out.`;
  Field(() => Float, { nullable: true, description })(SimilarityWeightsInput.prototype, name);
}
