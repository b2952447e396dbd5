import { Field, InputType } from "type-graphql";
import { estimateFields, type EstimateField } from "../../domain/analysis/analysis.js";
import { FloatRangeInput } from "./float-range-input.js";

/** What arrives as a `ConfidenceFilterInput`. */
export type ConfidenceBounds = { readonly [Name in EstimateField]?: FloatRangeInput | null };

/** Bounds on how sure the estimates are: one field for each of them. */
@InputType("ConfidenceFilter", {
  description:
    "Bounds on how sure the estimates are, each in [0, 1] and comparable within one field.",
})
export class ConfidenceFilterInput {}

for (const field of estimateFields) {
  const description = `Bounds on the confidence of \`${field}\`.`;
  const declare = Field(() => FloatRangeInput, { nullable: true, description });
  declare(ConfidenceFilterInput.prototype, field);
}
