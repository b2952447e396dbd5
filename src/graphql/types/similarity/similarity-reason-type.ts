import { Field, Float, ObjectType } from "type-graphql";
import type { SimilarityField } from "../../../domain/catalogue/similarity.js";

/** A field in which two tracks are close. */
@ObjectType("SimilarityReason", { description: "A field in which two tracks are close." })
export class SimilarityReasonType {
  @Field(() => String, {
    description: 'The field, named as in TrackAnalysis, Mood and Estimate, e.g. "tempo".',
  })
  readonly field!: SimilarityField;

  @Field(() => Float, { description: "Its value in the track asked about, in the field's unit." })
  readonly value!: number;

  @Field(() => Float, { description: "Its value in the similar track." })
  readonly otherValue!: number;

  @Field(() => Float, {
    description:
      "In [0, 1]: 1 where they are equal, 0.61 where they are a standard deviation of the catalogue apart. Tempos are compared with half and double tempo forgiven for the most part; keys on the circle of fifths, where a minor key stands with its relative major.",
  })
  readonly closeness!: number;
}
