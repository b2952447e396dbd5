import type {
  ColumnsRequest,
  Page,
  PageRequest,
  StoredColumns,
} from "../../domain/catalogue/catalogue-query.js";
import type { Facets, FacetsRequest } from "../../domain/catalogue/facets.js";
import type { Ranking, RankRequest } from "../../domain/sentence/ranking.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { WorkBudget } from "../../domain/work-budget.js";

/**
 * The analysed tracks as they are filtered, ordered and counted, without reading their analyses. What reads all of them is charged to
 * a budget, where there is one, and throws what `WorkBudget.begin` throws.
 */
export interface AnalysisCatalogue {
  /**
   * Returns the ids of a page of recordings in the requested order, one of each group, ties by the id of the recording, absent values
   * last; everything between the cursors where neither `first` nor `last` is given.
   */
  listIds(page: PageRequest, budget?: WorkBudget): Promise<Page<RecordingId>>;

  /**
   * Returns values of the analyses that pass a filter, in no particular order. Where there are more
   * than the limit, those that are returned are spread over all of them.
   */
  readColumns(request: ColumnsRequest, budget?: WorkBudget): Promise<StoredColumns>;

  /** Ranks the analyses that meet conditions by how well they meet wishes. */
  rank(request: RankRequest, budget?: WorkBudget): Promise<Ranking>;

  /** Counts the values of the analyses that pass a filter. */
  countFacets(request: FacetsRequest, budget?: WorkBudget): Promise<Facets>;
}
