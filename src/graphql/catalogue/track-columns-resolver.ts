import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { MAX_COLUMNS, type ColumnField } from "../../domain/catalogue/catalogue-query.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseTrackFilter } from "../../domain/catalogue/track-filter.js";
import type { CatalogueService } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import { COLUMN_COST, itemCount, SCAN_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { columnFieldNames, toTrackColumns, TrackColumnsType } from "./track-columns-type.js";
import { TrackFilterInput } from "./track-filter-input.js";

/** Resolves the query `trackColumns`. */
@Resolver()
export class TrackColumnsResolver {
  readonly #catalogue: CatalogueService;

  constructor({ catalogue }: Services) {
    this.#catalogue = catalogue;
  }

  @Query(() => TrackColumnsType, {
    // The keys are a column, too.
    complexity: ({ args }) =>
      SCAN_COST + COLUMN_COST * (1 + itemCount(args["fields"], 0, MAX_COLUMNS)),
    description:
      "Measured values of all analysed tracks in columns: for maps, histograms and filters over a whole library. Its cost grows with the number of fields.",
  })
  async trackColumns(
    @Arg("fields", () => [columnFieldNames], {
      description: `The columns, each once; at most ${MAX_COLUMNS}.`,
    })
    fields: readonly ColumnField[],
    @Arg("filter", () => TrackFilterInput, {
      nullable: true,
      description: "Which tracks to return; all when absent. `analysed: false` is refused.",
    })
    filter: TrackFilterInput | null,
    @Ctx() { budget }: RequestContext,
  ): Promise<TrackColumnsType> {
    requireAnalysed(filter);
    const request = { fields, filter: parseTrackFilter(filter ?? {}, "filter.") };
    const columns = await this.#catalogue.readColumns(request, budget());
    return toTrackColumns(fields, columns, budget().signal);
  }
}

/** @throws {InvalidInputError} a client asks for tracks without an analysis, which have no values */
function requireAnalysed(filter: TrackFilterInput | null): void {
  if (filter?.analysed !== false) return;
  throw new InvalidInputError("filter.analysed", "must be true: other tracks have no values");
}
