import { ArgsType, Field, Int } from "type-graphql";
import { defaultSearchLimit } from "../../domain/track/search-query.js";

/** The arguments of a search. */
@ArgsType()
export class SearchArgs {
  @Field(() => String, {
    description: "The title, or words of it; 1 to 200 characters. A `+` means a space.",
  })
  readonly track!: string;

  @Field(() => String, {
    nullable: true,
    description: "The artist, or words of it; 1 to 200 characters. Without it, any artist.",
  })
  readonly artist!: string | null | undefined;

  @Field(() => Int, {
    nullable: true,
    defaultValue: defaultSearchLimit,
    description: "The most results to answer, 1 to 50.",
  })
  readonly limit!: number | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "Whether to ask the providers anew where their answers are remembered.",
  })
  readonly fresh!: boolean | null;
}
