import { Field, Float, ObjectType } from "type-graphql";
import type { SimilarityField, SimilarityReason } from "../../domain/catalogue/similarity.js";
import type { Track } from "../../domain/track/track.js";

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

/** A track that sounds like another. */
@ObjectType("SimilarTrack", { description: "A track that sounds like another, and why." })
export class SimilarTrackType {
  declare readonly track: Track;
  declare readonly reasons: readonly SimilarityReason[];

  @Field(() => Float, {
    description:
      "In [0, 1]: 1 where all that was compared is equal, about 0.37 where two tracks are taken by chance. It is exp(-d / 2), d being the weighted mean of the squared differences, each in standard deviations of the catalogue.",
  })
  readonly similarity!: number;
}
