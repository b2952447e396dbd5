import { Field, Float, InputType } from "type-graphql";
import { descriptors, similarityGroups } from "../../domain/analysis/descriptors.js";
import { weightNames, type WeightName } from "../../domain/catalogue/similarity.js";

/** Factors on the weights of fields and groups of fields: one field for each. */
@InputType("SimilarityWeights", {
  description:
    "Factors on the default weights of the fields when tracks are compared. The factor of a group applies to all of its fields and is multiplied with their own.",
})
export class SimilarityWeightsInput {}

for (const name of weightNames) {
  const description = `Factor on the default weight of ${weightOf(name)}, 0 to 100; 1 when absent, 0 leaves it out.`;
  Field(() => Float, { nullable: true, description })(SimilarityWeightsInput.prototype, name);
}

/** Returns what a weight belongs to, within a sentence. */
function weightOf(name: WeightName): string {
  if (!isGroup(name)) return descriptors[name].label;
  const fields = similarityGroups[name].fields;
  return `the group of ${fields.slice(0, -1).join(", ")} and ${fields.at(-1)}`;
}

function isGroup(name: WeightName): name is keyof typeof similarityGroups {
  return name in similarityGroups;
}
