import { defaultCollapse } from "../../domain/catalogue/collapse.js";
import { cursorFrom } from "../../domain/catalogue/catalogue-cursor.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { moods } from "../../domain/analysis/descriptors.js";
import {
  type BrowseRequest,
  MAX_COLUMNS,
  type ColumnField,
  type ColumnsRequest,
  isLikenessField,
  type MeasuredField,
  type Page,
  type PageWindow,
  type TrackColumns,
} from "../../domain/catalogue/catalogue-query.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  MAX_MOOD_TRACKS,
  type MoodHolders,
  type MoodQuery,
} from "../../domain/catalogue/mood-query.js";
import type { Facets, FacetsRequest } from "../../domain/catalogue/facets.js";
import { positionOf } from "../../domain/catalogue/order-position.js";
import type { LikenessService } from "../likeness/likeness-service.js";
import type { PerformanceService } from "../performances/performance-service.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisCatalogue } from "../../ports/analysis/analysis-catalogue.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";

/** The maximum size of a page of analysed tracks. */
export const MAX_PAGE_SIZE = 100;

/** The maximum number of tracks in columns. */
const MAX_COLUMN_TRACKS = 250_000;

/** The default size of a page. */
export const DEFAULT_PAGE_SIZE = 20;

/** A page with the cursors of the next and the previous page, for clients without connections. */
export interface CataloguePage extends Page<Analysis> {
  /**
   * Cursor after which the next page begins; `null` where there is none, and on a page without
   * tracks.
   */
  readonly nextCursor: string | null;
  /** Cursor before which the previous page ends; `null` in the same cases. */
  readonly previousCursor: string | null;
}

/** Browses the analysed tracks. What reads all of them throws what `WorkBudget.begin` throws, where a budget is given. */
export class CatalogueService {
  constructor(
    private readonly needs: {
      readonly store: Pick<AnalysisStore, "findHolders" | "list">;
      readonly catalogue: Pick<AnalysisCatalogue, "countFacets" | "readColumns">;
      readonly performances: Pick<PerformanceService, "groupsBy">;
      readonly likeness: Pick<LikenessService, "placesOf">;
    },
  ) {}

  /**
   * Returns one page of the tracks between the cursors, from the first on or up to the last; 20
   * tracks where neither `first` nor `last` is given. Each recording is listed by default.
   *
   * @throws {InvalidInputError} both are given, a size is outside [1, 100], or the offset is not an integer >= 0
   */
  async list(
    { collapse, ...request }: BrowseRequest,
    budget?: WorkBudget,
  ): Promise<Page<Analysis>> {
    const size = sizedFrom(request);
    const { offset = 0 } = request;
    if (!Number.isInteger(offset) || offset < 0) {
      throw new InvalidInputError("offset", "must be an integer from 0 on");
    }
    const groups = await this.needs.performances.groupsBy(collapse ?? defaultCollapse.listed);
    return this.needs.store.list({ ...request, ...size, groups }, budget);
  }

  /**
   * Returns a page as `list` does, with the cursors of the pages beside it.
   *
   * @param sizeName name of the parameter for the size of a page
   * @throws {InvalidInputError} the size is outside [1, 100]
   */
  async browse(
    request: BrowseRequest,
    sizeName: string,
    budget?: WorkBudget,
  ): Promise<CataloguePage> {
    pageSizeOf(sizeName, request.last ?? request.first);
    const page = await this.list(request, budget);
    const { items, hasNextPage, hasPreviousPage } = page;
    const cursorOf = (analysis: Analysis | undefined): string | null =>
      analysis === undefined
        ? null
        : cursorFrom(positionOf(analysis, request.order), request.order);
    return {
      ...page,
      nextCursor: hasNextPage ? cursorOf(items.at(-1)) : null,
      previousCursor: hasPreviousPage ? cursorOf(items[0]) : null,
    };
  }

  /**
   * Returns for each of the four moods the analysed tracks that have it, with one read of the
   * store.
   *
   * @param sizeName name of the parameter for `first`
   * @throws {InvalidInputError} `threshold` or `first` is out of its range
   */
  async listMoods(
    { threshold, first }: MoodQuery,
    sizeName: string,
    budget?: WorkBudget,
  ): Promise<readonly MoodHolders[]> {
    const isInUnitRange = threshold >= 0 && threshold <= 1;
    if (!isInUnitRange) throw new InvalidInputError("threshold", "must be from 0 to 1");
    if (!Number.isInteger(first) || first < 1 || first > MAX_MOOD_TRACKS) {
      throw new InvalidInputError(sizeName, `must be an integer from 1 to ${MAX_MOOD_TRACKS}`);
    }
    const holders = await this.needs.store.findHolders(moods, { min: threshold, first, budget });
    return moods.flatMap((mood) =>
      holders
        .filter(({ field }) => field === mood)
        .map(({ count, strongest }) => ({ mood, count, strongest })),
    );
  }

  /**
   * Returns values of the tracks that pass a filter, of at most 250,000 of them. Places by likeness take seconds when they are first
   * asked for.
   *
   * @throws {InvalidInputError} there are more fields than `MAX_COLUMNS`, or one is named twice
   */
  async readColumns(
    {
      fields,
      filter,
    }: { readonly fields: readonly ColumnField[] } & Pick<ColumnsRequest, "filter">,
    budget?: WorkBudget,
  ): Promise<TrackColumns> {
    if (fields.length > MAX_COLUMNS) {
      throw new InvalidInputError("fields", `must name at most ${MAX_COLUMNS}`);
    }
    if (new Set(fields).size < fields.length) {
      throw new InvalidInputError("fields", "must name each field once");
    }
    const measured = fields.filter((field): field is MeasuredField => !isLikenessField(field));
    const hasEmbeddings = measured.length < fields.length;
    const request = { fields: measured, filter, limit: MAX_COLUMN_TRACKS, hasEmbeddings };
    const { embeddings, ...stored } = await this.needs.catalogue.readColumns(request, budget);
    if (!hasEmbeddings) return stored;
    const places = await this.needs.likeness.placesOf(embeddings, budget?.signal);
    const columns = fields.map((field) => {
      if (isLikenessField(field)) return field === "likenessX" ? places.across : places.upwards;
      return stored.columns[measured.indexOf(field)] ?? new Float32Array();
    });
    return { ...stored, columns };
  }

  /** Counts the values of the tracks that pass a filter: each recording by itself. */
  countFacets(request: FacetsRequest, budget?: WorkBudget): Promise<Facets> {
    return this.needs.catalogue.countFacets(request, budget);
  }
}

/**
 * Returns the size of a page: its first tracks, or its last ones.
 *
 * @throws {InvalidInputError} both are given, or a size is outside [1, 100]
 */
export function sizedFrom({
  first,
  last,
}: PageWindow): { readonly first: number } | { readonly last: number } {
  if (last === undefined) return { first: pageSizeOf("first", first) };
  if (first !== undefined) throw new InvalidInputError("last", 'cannot be combined with "first"');
  return { last: pageSizeOf("last", last) };
}

/**
 * Returns the number of tracks on a page.
 *
 * @throws {InvalidInputError} it is outside [1, 100]
 */
export function pageSizeOf(parameter: string, size = DEFAULT_PAGE_SIZE): number {
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE_SIZE) {
    throw new InvalidInputError(parameter, `must be an integer from 1 to ${MAX_PAGE_SIZE}`);
  }
  return size;
}
