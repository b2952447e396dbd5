import type { PageRequest, TrackOrder } from "../../domain/catalogue/catalogue-query.js";
import { parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import type { PageArgs } from "../catalogue/page-args.js";

/**
 * The part of an order that a page shows. Arguments that are null count as absent.
 *
 * @throws {InvalidInputError} a cursor is malformed, or of another order
 */
export function toWindow(
  args: PageArgs,
  order: TrackOrder,
): Pick<PageRequest, "first" | "after" | "last" | "before"> {
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
