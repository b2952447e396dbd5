import { fileCursorFrom, parseCursor } from "../../domain/catalogue/catalogue-cursor.js";
import {
  fileOrder,
  type CursorOrder,
  type Page,
  type PageWindow,
} from "../../domain/catalogue/catalogue-query.js";
import { parseNumber } from "../../domain/catalogue/filter-texts.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { UnanalysedTrack } from "../../domain/library/library-status.js";
import { pageSizeOf } from "../../services/catalogue/catalogue-service.js";

/** The parameters of the page of a list. */
interface WindowParameters {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly before?: string | undefined;
}

/**
 * Parses the page of a list, by default in the order of the ids of files.
 *
 * @throws {InvalidInputError} names the parameter that is malformed
 */
export const keyWindowOf = (
  parameters: WindowParameters,
  order: CursorOrder = fileOrder,
): PageWindow => windowOf(parameters, (cursor, parameter) => parseCursor(cursor, order, parameter));

/**
 * Parses the page of a list whose cursors are parsed by a function.
 *
 * @throws {InvalidInputError} names the parameter that is malformed, or cannot be combined
 */
export function windowOf<Position>(
  { limit, cursor, before: until }: WindowParameters,
  parse: (cursor: string | undefined, parameter: string) => Position | undefined,
): { first?: number; after?: Position; last?: number; before?: Position } {
  const after = parse(cursor, "cursor");
  const before = parse(until, "before");
  if (after !== undefined && before !== undefined) {
    throw new InvalidInputError("before", 'cannot be combined with "cursor"');
  }
  const size = pageSizeOf("limit", parseNumber(limit, "limit"));
  if (before !== undefined) return { last: size, before };
  return { first: size, ...(after !== undefined && { after }) };
}

/** The pages beside a page, and how many items all pages have. */
interface PageInfo {
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  readonly totalCount: number;
}

/** Returns the cursors of the pages beside a page in the order of the ids of files. */
export function keyPageInfoOf(page: Page<UnanalysedTrack>): PageInfo {
  return pageInfoFrom(
    page,
    page.items.map(({ fileId }) => fileCursorFrom(fileId)),
  );
}

/** Returns the cursors of the pages beside a page, from those of its items. */
export function pageInfoFrom(
  { hasNextPage, hasPreviousPage, totalCount }: Omit<Page<unknown>, "items">,
  cursors: readonly string[],
): PageInfo {
  return {
    nextCursor: (hasNextPage ? cursors.at(-1) : undefined) ?? null,
    previousCursor: (hasPreviousPage ? cursors[0] : undefined) ?? null,
    totalCount,
  };
}
