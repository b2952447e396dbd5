import { ArgsType, Field, Int } from "type-graphql";
import { DEFAULT_SEARCH_LIMIT } from "../../domain/track/search-query.js";

/** The arguments of a search. */
@ArgsType()
export class SearchArgs {
  @Field(() => String, {
    description: "The title, or words of it; 1 to 200 characters. A `+` means a space.",
  })
  readonly track!: string;

  @Field(() => String, {
    nullable: true,
    description: "The artist, or words of it; 1 to 200 characters. Any artist when absent.",
  })
  readonly artist!: string | null | undefined;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_SEARCH_LIMIT,
    description: "Maximum number of results, 1 to 50.",
  })
  readonly limit!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Return the results after this cursor, the `endCursor` of a page of the same title and artist.",
  })
  readonly after!: string | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      "Whether to query the providers again instead of using their cached responses; not after a cursor.",
  })
  readonly fresh!: boolean | null;
}
