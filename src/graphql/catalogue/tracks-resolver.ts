import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { cursorFrom } from "../../domain/catalogue/catalogue-cursor.js";
import { defaultOrder } from "../../domain/catalogue/catalogue-query.js";
import { parseTrackFilter } from "../../domain/catalogue/track-filter.js";
import type { Track } from "../../domain/track/track.js";
import {
  type CatalogueService,
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  positionOf,
} from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import type { RequestContext } from "../request-context.js";
import { itemCount, SCAN_COST, timesSelected } from "../limits/costs.js";
import { TrackType } from "../track/track-type.js";
import { PageArgs, toWindow } from "./page-args.js";
import { PageInfoType, TrackConnectionType, TrackEdgeType } from "./track-connection-type.js";
import { TrackFilterInput } from "./track-filter-input.js";
import { TrackOrderInput } from "./track-order-input.js";

/** Resolves the track of an edge. */
@Resolver(() => TrackEdgeType)
export class TrackEdgeResolver {
  @FieldResolver(() => TrackType, {
    nullable: true,
    description: "The track; null if its metadata has been deleted since the page was read.",
  })
  node(
    @Root() { trackKey }: TrackEdgeType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Track | undefined> {
    return loaders.tracks.load(trackKey);
  }
}

/** Resolves the query `tracks`. */
@Resolver(() => TrackConnectionType)
export class TracksResolver {
  readonly #catalogue: CatalogueService;

  constructor({ catalogue }: Services) {
    this.#catalogue = catalogue;
  }

  @Query(() => TrackConnectionType, {
    complexity: ({ args, childComplexity, node }) =>
      SCAN_COST +
      1 +
      itemCount(args["first"] ?? args["last"], DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE) * childComplexity +
      SCAN_COST * timesSelected("totalCount", node) +
      timesSelected("pageInfo", node),
    description:
      "The tracks that have been analysed, filtered and ordered, one page at a time: the first `first` or the last `last` of the tracks after `after` and before `before`.",
  })
  async tracks(
    @Arg("filter", () => TrackFilterInput, {
      nullable: true,
      description: "Which tracks to return; all when absent.",
    })
    filterInput: TrackFilterInput | null,
    @Arg("orderBy", () => TrackOrderInput, {
      nullable: true,
      description: "The order; by artist when absent.",
    })
    orderBy: TrackOrderInput | null,
    @Args(() => PageArgs) window: PageArgs,
    @Ctx() { loaders }: RequestContext,
  ): Promise<TrackConnectionType> {
    const filter = parseTrackFilter(filterInput ?? {}, "filter.");
    const order = orderBy ?? defaultOrder;
    const page = await this.#catalogue.list({ filter, order, ...toWindow(window, order) });
    loaders.addAnalyses(page.items);
    return { page, order };
  }

  @FieldResolver(() => [TrackEdgeType], {
    complexity: 1,
    description: "The tracks of the page, in order.",
  })
  edges(@Root() { page, order }: TrackConnectionType): readonly TrackEdgeType[] {
    return page.items.map((analysis) => ({
      trackKey: analysis.trackKey,
      cursor: cursorFrom(positionOf(analysis, order), order),
    }));
  }

  // Charged by `tracks`, because the size of the page makes no difference.
  @FieldResolver(() => PageInfoType, {
    complexity: 0,
    description: "The first and last cursor of the page.",
  })
  pageInfo(@Root() connection: TrackConnectionType): PageInfoType {
    const { hasNextPage, hasPreviousPage } = connection.page;
    const edges = this.edges(connection);
    return {
      hasNextPage,
      hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    };
  }

  // Charged by `tracks`, because the size of the page makes no difference.
  @FieldResolver(() => Int, {
    complexity: 0,
    description: "Number of tracks that meet the filter, on all pages.",
  })
  totalCount(@Root() { page }: TrackConnectionType): number {
    return page.totalCount;
  }
}
