import { Field, Float, ObjectType } from "type-graphql";
import type { SimilarityReason } from "../../domain/catalogue/similarity.js";
import type { Track } from "../../domain/track/track.js";

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
