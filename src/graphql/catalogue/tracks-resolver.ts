import type { ComplexityEstimator } from "graphql-query-complexity";
import {
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { cursorFrom, fileCursorFrom } from "../../domain/catalogue/catalogue-cursor.js";
import type { Collapse } from "../../domain/catalogue/collapse.js";
import {
  defaultOrder,
  fileOrder,
  type Page,
  type TrackOrder,
} from "../../domain/catalogue/catalogue-query.js";
import { asksForUnanalysed, parseTrackFilter } from "../../domain/catalogue/track-filter.js";
import { positionOf } from "../../domain/catalogue/order-position.js";
import { scopeOfFields } from "../../domain/catalogue/text-tags.js";
import type { Track } from "../../domain/track/track.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import { loadPresentTracks } from "../loaders.js";
import type { RequestContext } from "../request-context.js";
import { itemCount, SCAN_COST, timesSelected } from "../limits/costs.js";
import { TrackType } from "../track/track-type.js";
import { PageArgs, toWindow } from "../paging/page-args.js";
import { PageInfoType, pageInfoOf } from "../paging/page-info-type.js";
import { collapseValues } from "./collapse-enum.js";
import { TrackFilterInput } from "./track-filter-input.js";
import { TrackOrderInput } from "./track-order-input.js";
import type { TrackRef } from "../../domain/track/track-ref.js";

/** Resolves the track of an edge. */
@Resolver(() => TrackEdgeType)
export class TrackEdgeResolver {
  @FieldResolver(() => TrackType, {
    nullable: true,
    description: "The track; null if its metadata has been deleted since the page was read.",
  })
  node(
    @Root() { ref }: TrackEdgeType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Track | undefined> {
    return loaders.tracks.load(ref);
  }
}

/** Returns the name of a condition as errors have it. */
const filterParameterOf = (name: string): string =>
  ["orderBy", "collapse", "offset"].includes(name) ? name : `filter.${name}`;

const edgeOf = (analysis: Analysis, order: TrackOrder): TrackEdgeType => ({
  ref: analysis.recordingId,
  cursor: cursorFrom(positionOf(analysis, order), order),
});

/** Cost of a page of tracks: reading all, and the selections of each track on it. */
const costOfPage: ComplexityEstimator = ({ args, childComplexity, node }) =>
  SCAN_COST +
  1 +
  itemCount(args["first"] ?? args["last"], DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE) * childComplexity +
  SCAN_COST * timesSelected("totalCount", node) +
  timesSelected("pageInfo", node);

/** A page of analysed tracks, as a client asks for it. */
interface AnalysedPage {
  readonly filter: TrackFilterInput;
  readonly collapse: Collapse | null | undefined;
  readonly order: TrackOrder;
  readonly offset: number | null | undefined;
  readonly window: PageArgs;
}

/** Resolves the query `tracks`. */
@Resolver(() => TrackConnectionType)
export class TracksResolver {
  readonly #services: Pick<Services, "access" | "catalogue" | "libraryStatus">;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => TrackConnectionType, {
    complexity: costOfPage,
    description:
      "The tracks that have been analysed, filtered and ordered, one page at a time: the first `first` or the last `last` of the tracks after `after` and before `before`. With `filter: {analysed: false}`, the tracks of the library that are not analysed, in the order of the ids of their files; `analysis` of a track whose analysis failed is `AnalysisFailed`.",
  })
  async tracks(
    @Args(() => TracksArgs) { filter, orderBy, collapse, offset, ...window }: TracksArgs,
    @Ctx() context: RequestContext,
  ): Promise<TrackConnectionType> {
    const order = orderBy ?? defaultOrder;
    // Cursors contain values.
    this.#services.access.requireScope(context.identity, scopeOfFields([order.field]));
    const conditions = { ...filter, orderBy, collapse, offset };
    const isUnanalysed = asksForUnanalysed(conditions, filterParameterOf);
    return {
      page: await (isUnanalysed
        ? this.#listUnanalysed(window)
        : this.#listAnalysed({ filter: filter ?? {}, collapse, order, offset, window }, context)),
    };
  }

  async #listAnalysed(
    { filter: given, collapse, order, offset, window }: AnalysedPage,
    { loaders, budget }: RequestContext,
  ): Promise<Page<TrackEdgeType>> {
    const filter = parseTrackFilter(given, "filter.");
    const pages = { ...toWindow(window, order), offset: offset ?? undefined };
    const request = { filter, order, collapse: collapse ?? undefined, ...pages };
    const { items, ...page } = await this.#services.catalogue.list(request, budget());
    loaders.addAnalyses(items);
    return { ...page, items: items.map((analysis) => edgeOf(analysis, order)) };
  }

  async #listUnanalysed(window: PageArgs): Promise<Page<TrackEdgeType>> {
    const page = await this.#services.libraryStatus.listUnanalysed(toWindow(window, fileOrder));
    const items = page.items.map(({ trackKey, fileId }) => ({
      ref: trackKey,
      cursor: fileCursorFrom(fileId),
    }));
    return { ...page, items };
  }

  @FieldResolver(() => [TrackEdgeType], {
    complexity: 1,
    description: "The tracks of the page, in order.",
  })
  edges(@Root() { page }: TrackConnectionType): readonly TrackEdgeType[] {
    return page.items;
  }

  @FieldResolver(() => [TrackType], {
    complexity: 1,
    description:
      "The tracks of the page without their cursors, in order; without those whose metadata has been deleted since the page was read.",
  })
  nodes(
    @Root() { page }: TrackConnectionType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<readonly Track[]> {
    const refs = page.items.map(({ ref }) => ref);
    return loadPresentTracks(loaders, refs);
  }

  // Charged by `tracks`, because the size of the page makes no difference.
  @FieldResolver(() => PageInfoType, {
    complexity: 0,
    description: "The first and last cursor of the page.",
  })
  pageInfo(@Root() { page }: TrackConnectionType): PageInfoType {
    return pageInfoOf(page);
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

/** The arguments of the query `tracks`. */
@ArgsType()
export class TracksArgs extends PageArgs {
  @Field(() => TrackFilterInput, {
    nullable: true,
    description: "Which tracks to return; all when absent.",
  })
  readonly filter!: TrackFilterInput | null | undefined;

  @Field(() => TrackOrderInput, {
    nullable: true,
    description: "The order; by artist when absent.",
  })
  readonly orderBy!: TrackOrderInput | null | undefined;

  @Field(() => collapseValues, {
    nullable: true,
    description: "Which recordings count as one; none when absent.",
  })
  readonly collapse!: Collapse | null | undefined;

  @Field(() => Int, {
    nullable: true,
    description:
      "How many tracks to leave out, from the beginning or behind `after`, >= 0: a list is entered anywhere, and read on by cursors, which stay right where tracks come and go. Not for tracks that are not analysed.",
  })
  readonly offset!: number | null | undefined;
}

/** A track on a page, with its cursor. */
@ObjectType("TrackEdge", { description: "A track on a page, with its cursor." })
export class TrackEdgeType {
  declare readonly ref: TrackRef;

  @Field(() => String, {
    description:
      "The position of this track in this order: an opaque text, for `after` and `before`.",
  })
  readonly cursor!: string;
}

/** One page of tracks. */
@ObjectType("TrackConnection", {
  description: "One page of tracks, as a Relay cursor connection.",
})
export class TrackConnectionType {
  declare readonly page: Page<TrackEdgeType>;
}
