import { Field, Float, InputType } from "type-graphql";
import { descriptors } from "../../domain/analysis/descriptors.js";
import {
  groupText,
  SOUND_TEXT,
  weightNames,
  type SimilarityField,
  type WeightName,
} from "../../domain/catalogue/similarity.js";

/** Factors on the weights of fields and groups of fields: one field for each. */
@InputType("SimilarityWeights", {
  description:
    "Factors on the default weights of the fields, and of the sound as a whole, when tracks are compared. The factor of a group applies to all of its fields and is multiplied with their own.",
})
export class SimilarityWeightsInput {}

for (const name of weightNames) {
  const description = `Factor on the default weight of ${weighted(name)}, 0 to 100; 1 when absent, 0 leaves it out.`;
  Field(() => Float, { nullable: true, description })(SimilarityWeightsInput.prototype, name);
}

function weighted(name: WeightName): string {
  if (name === "sound") return SOUND_TEXT;
  const group = groupText(name);
  return group ? `the group of ${group}` : descriptors[name as SimilarityField].label;
}
