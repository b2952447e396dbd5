import { Field, ObjectType } from "type-graphql";
import type { Page } from "../../domain/catalogue/catalogue-query.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** A track on a page, with its cursor. */
@ObjectType("TrackEdge", { description: "A track on a page, with its cursor." })
export class TrackEdgeType {
  declare readonly trackKey: TrackKey;

  @Field(() => String, {
    description:
      "The position of this track in this order: an opaque text, for `after` and `before`.",
  })
  readonly cursor!: string;
}

/** The first and last cursor of a page, and whether there are more pages. */
@ObjectType("PageInfo", {
  description:
    "The first and last cursor of a page, and whether there are pages before and after it.",
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

/** Returns what a page says of itself and of those beside it. */
export function pageInfoOf({
  hasNextPage,
  hasPreviousPage,
  items,
}: Page<{ readonly cursor: string }>): PageInfoType {
  const startCursor = items[0]?.cursor ?? null;
  return { hasNextPage, hasPreviousPage, startCursor, endCursor: items.at(-1)?.cursor ?? null };
}

/** One page of tracks. */
@ObjectType("TrackConnection", {
  description: "One page of tracks, as a Relay cursor connection.",
})
export class TrackConnectionType {
  declare readonly page: Page<TrackEdgeType>;
}
