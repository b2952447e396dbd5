import { parseRowCursor, type RowWindow } from "../../domain/playlist/row-cursor.js";
import { sizedFrom } from "../../services/catalogue/catalogue-service.js";
import type { PageArgs } from "../paging/page-args.js";

/**
 * Converts the arguments of a page to the part of a playlist that it shows. Arguments that are null count as absent.
 *
 * @throws {InvalidInputError} a cursor is malformed, or a size is outside [1, 100]; both sizes are given
 */
export function toRowWindow({ first, last, ...cursors }: PageArgs): RowWindow {
  const sizes = {
    ...(typeof first === "number" && { first }),
    ...(typeof last === "number" && { last }),
  };
  return {
    ...sizedFrom(sizes),
    after: parseRowCursor(cursors.after, "after"),
    before: parseRowCursor(cursors.before, "before"),
  };
}
