import { ArgsType, Field, Int } from "type-graphql";
import { parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import type { CursorOrder, PageWindow } from "../../domain/catalogue/catalogue-query.js";

/**
 * Converts the arguments of a page to a page request. Arguments that are null count as absent.
 *
 * @throws {InvalidInputError} a cursor is malformed, or belongs to another order
 */
export function toWindow(args: PageArgs, order: CursorOrder): PageWindow {
  const { first, last } = args;
  const after = parseCursor(args.after, order, "after");
  const before = parseCursor(args.before, order, "before");
  return {
    ...(typeof first === "number" && { first }),
    ...(after && { after }),
    ...(typeof last === "number" && { last }),
    ...(before && { before }),
  };
}

/** The arguments of a cursor connection. */
@ArgsType()
export class PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: "How many to return from the beginning, 1 to 100; 20 when absent.",
  })
  readonly first!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Return what is after this cursor, which must belong to the same order.",
  })
  readonly after!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "How many to return from the end, 1 to 100. Cannot be combined with `first`.",
  })
  readonly last!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Return what is before this cursor, which must belong to the same order.",
  })
  readonly before!: string | null;
}
