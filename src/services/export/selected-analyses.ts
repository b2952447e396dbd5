import type { AnalysisValues } from "../../domain/analysis/analysis.js";
import { defaultCollapse } from "../../domain/catalogue/collapse.js";
import type { TrackSelection } from "../../domain/export/track-selection.js";
import { refOf, type TrackRef } from "../../domain/track/track-ref.js";
import { spendAwaiting, type WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisCatalogue } from "../../ports/analysis/analysis-catalogue.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { PerformanceService } from "../performances/performance-service.js";
import { positionOf } from "../../domain/catalogue/order-position.js";
import type { SimilarityService } from "../similarity/similarity-service.js";

/** Recordings that are ordered at once: less than 50 ms of work among 100,000. */
const IDS_PER_LIST = 10_000;

/** A selection by conditions. */
type FilterSelection = Extract<TrackSelection, { kind: "filter" }>;

/** How many analyses are read at once, and for whom. */
interface PageOptions {
  readonly size: number;
  readonly budget?: WorkBudget | undefined;
}

/** Reads the analyses of a selection of tracks, a page at a time. */
export class SelectedAnalyses {
  constructor(
    private readonly needs: {
      readonly store: Pick<AnalysisStore, "findValues">;
      readonly catalogue: Pick<AnalysisCatalogue, "listIds">;
      readonly similarity: SimilarityService;
      readonly performances: Pick<PerformanceService, "groupsBy">;
    },
  ) {}

  /**
   * Reads the analyses in the order of the selection. A track that is added or removed meanwhile
   * neither repeats nor hides others.
   *
   * @throws {AnalysisNotFoundError} a track that others are compared with has not been analysed
   * @throws {TrackNotFoundError} its key is unknown
   * @throws what `WorkBudget.begin` throws, before the first page; of the signal only, before others
   */
  async *pages(
    selection: TrackSelection,
    { size, budget }: PageOptions,
  ): AsyncGenerator<readonly AnalysisValues[]> {
    budget?.begin()();
    const options = { size, budget: budget?.begun() };
    if (selection.kind === "filter") {
      yield* this.#filtered(selection, options);
      return;
    }
    yield* this.#analysesOf(await this.#keysOf(selection, options.budget), options);
  }

  async *#filtered(
    { limit = Infinity, ...selection }: FilterSelection,
    options: PageOptions,
  ): AsyncGenerator<readonly AnalysisValues[]> {
    const { filter, order, before, collapse = defaultCollapse.listed } = selection;
    // Those of the beginning, so that what is linked meanwhile neither repeats nor hides others.
    const groups = await this.needs.performances.groupsBy(collapse);
    let { after } = selection;
    let left = limit;
    let hasMore = true;
    while (hasMore && left > 0) {
      const first = Math.min(IDS_PER_LIST, left);
      const between = { ...(after && { after }), ...(before && { before }) };
      const { items, hasNextPage } = await this.needs.catalogue.listIds(
        { ...{ filter, order, groups, first }, ...between },
        options.budget,
      );
      let last: AnalysisValues | undefined;
      for await (const analyses of this.#analysesOf(items, options)) {
        last = analyses.at(-1) ?? last;
        yield analyses;
      }
      after = last && positionOf(last, order);
      left -= items.length;
      hasMore = hasNextPage && last !== undefined;
    }
  }

  async *#analysesOf(
    keys: readonly TrackRef[],
    { size, budget }: PageOptions,
  ): AsyncGenerator<readonly AnalysisValues[]> {
    for (let start = 0; start < keys.length; start += size) {
      const some = keys.slice(start, start + size);
      const found = await spendAwaiting(budget, () => this.needs.store.findValues(some));
      yield found.filter((analysis) => analysis !== undefined);
    }
  }

  async #keysOf(
    selection: Exclude<TrackSelection, FilterSelection>,
    budget: WorkBudget | undefined,
  ): Promise<readonly TrackRef[]> {
    if (selection.kind === "tracks") return selection.trackKeys;
    const { trackKey, count, weights, ...options } = selection;
    const similar = await this.needs.similarity.findSimilar(trackKey, count, weights, {
      ...options,
      budget,
    });
    return similar.map(({ track }) => refOf(track));
  }
}
