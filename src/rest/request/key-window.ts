import { fileCursorFrom, parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import { type Page, type PageWindow, fileOrder } from "../../domain/catalogue/catalogue-query.js";
import { parseNumber } from "../../domain/catalogue/filter-texts.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { UnanalysedTrack } from "../../domain/library/library-status.js";
import { pageSizeOf } from "../../services/catalogue/catalogue-service.js";

/**
 * Parses the page of a list in the order of the ids of files.
 *
 * @throws {InvalidInputError} names the parameter that is malformed
 */
export function keyWindowOf(parameters: {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly before?: string | undefined;
}): PageWindow {
  const after = parseCursor(parameters.cursor, fileOrder, "cursor");
  const before = parseCursor(parameters.before, fileOrder, "before");
  if (after && before) throw new InvalidInputError("before", 'cannot be combined with "cursor"');
  const size = pageSizeOf("limit", parseNumber(parameters.limit, "limit"));
  return { ...(before ? { last: size, before } : { first: size }), ...(after && { after }) };
}

/** Returns the cursors of the pages beside a page in the order of the ids of files. */
export function keyPageInfoOf({
  items,
  hasNextPage,
  hasPreviousPage,
  totalCount,
}: Page<UnanalysedTrack>): {
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  readonly totalCount: number;
} {
  const cursorOf = (track: UnanalysedTrack | undefined): string | null =>
    track ? fileCursorFrom(track.fileId) : null;
  return {
    nextCursor: hasNextPage ? cursorOf(items.at(-1)) : null,
    previousCursor: hasPreviousPage ? cursorOf(items[0]) : null,
    totalCount,
  };
}
