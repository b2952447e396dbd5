import { Field, Float, ObjectType } from "type-graphql";
import type { SimilarityField } from "../../domain/catalogue/similarity.js";
import type { Track } from "../../domain/track/track.js";
import { costOfList } from "../limits/costs.js";

/** A field in which two tracks are close. */
@ObjectType("SimilarityReason", { description: "A field in which two tracks are close." })
class SimilarityReasonType {
  @Field(() => String, {
    description: 'The field, named as in TrackAnalysis, Mood and Estimate, e.g. "tempo".',
  })
  readonly field!: SimilarityField;

  @Field(() => Float, { description: "Its value in the given track, in the unit of the field." })
  readonly value!: number;

  @Field(() => Float, { description: "Its value in the similar track, in the unit of the field." })
  readonly otherValue!: number;

  @Field(() => Float, {
    description:
      "In [0, 1]: 1 where the values are equal, 0.61 where they differ by one standard deviation of the catalogue. Half and double tempo count as nearly equal. Keys are compared on the circle of fifths, where a minor key has the position of its relative major.",
  })
  readonly closeness!: number;
}

/** A track that sounds like another. */
@ObjectType("SimilarTrack", { description: "A track that sounds like another, with the reasons." })
export class SimilarTrackType {
  declare readonly track: Track;

  @Field(() => Float, {
    description:
      "In [0, 1]: 1 where all compared values are equal, about 0.37 for two tracks chosen at random. It is exp(-d / 2), where d is the weighted mean of the squared differences, each in standard deviations of the catalogue.",
  })
  readonly similarity!: number;

  @Field(() => [SimilarityReasonType], {
    complexity: costOfList(5),
    description:
      "The fields in which the two tracks are close, the most informative first: those in which other tracks differ more. At most five; may be empty.",
  })
  readonly reasons!: readonly SimilarityReasonType[];
}
