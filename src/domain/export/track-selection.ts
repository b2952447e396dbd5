import type { CataloguePosition, TrackFilter, TrackOrder } from "../catalogue/catalogue-query.js";
import { parseCollapse, type Collapse } from "../catalogue/collapse.js";
import { parseCursor } from "../catalogue/catalogue-cursor.js";
import { filterFromTexts, parseOrder, type FilterTexts } from "../catalogue/filter-texts.js";
import type { FieldWeights } from "../catalogue/similarity.js";
import { InvalidInputError } from "../errors/request-errors.js";
import type { TrackRef } from "../track/track-ref.js";

/** Which tracks are exported, and in which order. */
export type TrackSelection =
  | {
      /** All tracks that pass a filter. */
      readonly kind: "filter";
      readonly filter: TrackFilter;
      readonly order: TrackOrder;
      /** Maximum number of tracks, >= 1; no maximum where absent. */
      readonly limit?: number;
      /** The positions that they lie between, where given. */
      readonly after?: CataloguePosition;
      readonly before?: CataloguePosition;
      /** Which recordings count as one; each by itself where absent. */
      readonly collapse?: Collapse | undefined;
    }
  | {
      /** The tracks that sound most like one. */
      readonly kind: "similar";
      readonly trackKey: TrackRef;
      /** 1..100. */
      readonly count: number;
      readonly weights: FieldWeights;
      /** What they meet; the track itself need not. */
      readonly filter?: TrackFilter;
      /** Which recordings count as one; those of one performance where absent. */
      readonly collapse?: Collapse | undefined;
    }
  | {
      /** These tracks, in this order; those that are not analysed are left out. */
      readonly kind: "tracks";
      readonly trackKeys: readonly TrackRef[];
    };

const MAX_LIMIT = 10_000_000;

/**
 * Parses a selection by conditions.
 *
 * @throws {InvalidInputError} names the condition, "order", "limit", "collapse" or cursor that is malformed
 */
export function filterSelectionFrom(texts: {
  readonly filter: FilterTexts;
  readonly order: string | undefined;
  readonly limit: string | undefined;
  readonly cursor?: string | undefined;
  readonly before?: string | undefined;
  readonly collapse?: string | undefined;
}): TrackSelection {
  const limit = parseExportLimit(texts.limit);
  const order = parseOrder(texts.order);
  const after = parseCursor(texts.cursor, order, "cursor");
  const before = parseCursor(texts.before, order, "before");
  return {
    kind: "filter",
    filter: filterFromTexts(texts.filter),
    order,
    collapse: parseCollapse(texts.collapse),
    ...(limit !== undefined && { limit }),
    ...(after && { after }),
    ...(before && { before }),
  };
}

/** @throws {InvalidInputError} no integer from 1 on */
function parseExportLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^[0-9]{1,8}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidInputError("limit", `must be an integer from 1 to ${MAX_LIMIT}`);
}
