import { Field, Float, ObjectType } from "type-graphql";

/** Another tempo that the rhythm allows. */
@ObjectType("TempoRival", {
  description: "Another tempo that the rhythm allows, weaker than the one chosen.",
})
export class TempoRivalType {
  @Field(() => Float, { description: "Beats per minute, > 0." })
  readonly bpm!: number;

  @Field(() => Float, { description: "In [0, 1]; comparable with the confidence of the tempo." })
  readonly confidence!: number;
}
