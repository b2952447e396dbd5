import { ObjectType, Field } from "type-graphql";
import type { Page } from "../../domain/catalogue/catalogue-query.js";

/** The first and last cursor of a page, and whether there are more pages. */
@ObjectType("PageInfo", {
  description:
    "The first and last cursor of a page, and whether there are pages before and after it.",
})
export class PageInfoType {
  @Field(() => Boolean, { description: "Whether more follow this page." })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: "Whether more precede this page." })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "The first cursor of the page; null on an empty page.",
  })
  readonly startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The last cursor of the page; null on an empty page.",
  })
  readonly endCursor!: string | null;
}

/** Returns what a page says of itself and of those beside it. */
export function pageInfoOf({
  hasNextPage,
  hasPreviousPage,
  items,
}: Omit<Page<{ readonly cursor: string }>, "totalCount">): PageInfoType {
  const startCursor = items[0]?.cursor ?? null;
  return { hasNextPage, hasPreviousPage, startCursor, endCursor: items.at(-1)?.cursor ?? null };
}
