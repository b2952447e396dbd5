import { Field, Float, ObjectType } from "type-graphql";

/** How a track goes over time. */
@ObjectType("Timeline", {
  description:
    "How a track goes over time. Times are seconds from the start of what was measured: the track, or a preview of it (see `coveredSeconds`).",
})
export class TimelineType {
  @Field(() => Float, {
    description: "Seconds of audio that were measured: of the whole track, or of a preview.",
  })
  readonly coveredSeconds!: number;

  @Field(() => [Float], { description: "Beat times, seconds, ascending, perhaps none." })
  readonly beats!: readonly number[];

  @Field(() => [Float], {
    description: "First beats of bars, seconds, ascending, a subset of `beats`, perhaps none.",
  })
  readonly downbeats!: readonly number[];

  @Field(() => Float, {
    nullable: true,
    description:
      "How steady the tempo is, in [0, 1]: 1 where it never moves, 0.37 where it moves by 4 % on average. Null where no beat is found.",
  })
  readonly tempoStability!: number | null;
}
