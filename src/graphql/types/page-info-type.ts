import { Field, ObjectType } from "type-graphql";

/** Where a page begins and ends, and whether there is more. */
@ObjectType("PageInfo", {
  description: "Where a page begins and ends, and whether there is more beside it.",
})
export class PageInfoType {
  @Field(() => Boolean, { description: "Whether tracks follow this page." })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: "Whether tracks precede this page." })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Cursor of the first track of the page; null on an empty page.",
  })
  readonly startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Cursor of the last track of the page; null on an empty page.",
  })
  readonly endCursor!: string | null;
}
