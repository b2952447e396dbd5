import { Args, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { artworkUrlFrom } from "../../domain/track/artwork-url.js";
import { parseSearchQuery } from "../../domain/track/search-query.js";
import type { Track } from "../../domain/track/track.js";
import type { SearchService } from "../../services/search/search-service.js";
import type { Services } from "../../services/services.js";
import { type AnalysisResult, analysisResultUnion } from "../analysis/analysis-result-union.js";
import { ComputingArgs } from "../analysis/computing-args.js";
import { readAnalysis } from "../analysis/read-analysis.js";
import type { RequestContext } from "../request-context.js";
import { SearchArgs } from "./search-args.js";
import { SearchPayloadType, SearchResultType } from "./search-payload-type.js";
import { TrackType } from "./track-type.js";

/** Leads from a search result to its track, picture and analysis. */
@Resolver(() => SearchResultType)
export class SearchResultResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @FieldResolver(() => TrackType, { description: "The track, with all that is known of it." })
  track(@Root() { track }: SearchResultType): Track {
    return track;
  }

  @FieldResolver(() => String, {
    description: "An absolute URL of a picture; of a placeholder where the track has none.",
  })
  thumbnailUrl(@Root() { track }: SearchResultType, @Ctx() { baseUrl }: RequestContext): string {
    return artworkUrlFrom(baseUrl, track);
  }

  @FieldResolver(() => analysisResultUnion, {
    description: "What the track sounds like. Starts nothing unless `compute` is true.",
  })
  analysis(
    @Root() { trackKey }: SearchResultType,
    @Args(() => ComputingArgs) computing: ComputingArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalysisResult> {
    return readAnalysis(this.#services, context, { trackKey }, computing);
  }
}

/** Finds tracks. */
@Resolver(() => SearchPayloadType)
export class SearchResolver {
  readonly #search: SearchService;

  constructor({ search }: Services) {
    this.#search = search;
  }

  @Query(() => SearchPayloadType, {
    description:
      "Tracks that answer a title and perhaps an artist, best first, one per track key. What is found is remembered, so that it can be analysed.",
  })
  search(
    @Args(() => SearchArgs) { fresh, ...asked }: SearchArgs,
    @Ctx() { signal }: RequestContext,
  ): Promise<SearchPayloadType> {
    return this.#search.search(parseSearchQuery(asked), signal, { isFresh: fresh === true });
  }

  @FieldResolver(() => [SearchResultType], {
    description: "The tracks found, ordered by decreasing match score; perhaps none.",
  })
  results(@Root() { results }: SearchPayloadType): readonly SearchResultType[] {
    return results.map(({ track, matchScore }) => {
      const { trackName, artist, trackKey } = track;
      return { track, trackName, artist, trackKey, matchScore };
    });
  }
}
