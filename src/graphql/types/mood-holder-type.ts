import { Field, Float, ObjectType } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";

/** A track that holds a mood. */
@ObjectType("MoodHolder", { description: "A track that holds a mood." })
export class MoodHolderType {
  declare readonly trackKey: TrackKey;

  @Field(() => Float, { description: "How strongly it holds the mood, in [0, 1]." })
  readonly value!: number;
}
