import { ArgsType, Field, Int } from "type-graphql";

/** The arguments of a cursor connection. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: "How many tracks to answer from the beginning, 1 to 100; 20 when absent.",
  })
  readonly first!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Begin after this cursor, which must be of the same order.",
  })
  readonly after!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "How many tracks to answer up to the end, 1 to 100. Not with `first`.",
  })
  readonly last!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "End before this cursor, which must be of the same order.",
  })
  readonly before!: string | null;
}
