import {
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Float,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { artworkUrlFrom } from "../../domain/track/artwork-url.js";
import { parseSearchCursor } from "../../domain/track/search-cursor.js";
import {
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  parseSearchQuery,
} from "../../domain/track/search-query.js";
import type { SearchOutcome, SearchResult, Track } from "../../domain/track/track.js";
import type { SearchService } from "../../services/search/search-service.js";
import type { Services } from "../../services/services.js";
import { type AnalysisResult, analysisResultUnion } from "../analysis/analysis-result-union.js";
import { ComputingArgs } from "../analysis/computing-args.js";
import { readAnalysis } from "../analysis/read-analysis.js";
import { PageInfoType } from "../paging/page-info-type.js";
import { costOfComputing, itemCount, SEARCH_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "./track-type.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** Resolves the track, thumbnail and analysis of a search result. */
@Resolver(() => SearchResultType)
export class SearchResultResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @FieldResolver(() => TrackType, { description: "The track, with its metadata." })
  track(@Root() { track }: SearchResultType): Track {
    return track;
  }

  @FieldResolver(() => String, {
    description: "The absolute URL of a picture, or of a placeholder if the track has none.",
  })
  thumbnailUrl(@Root() { track }: SearchResultType, @Ctx() { baseUrl }: RequestContext): string {
    return artworkUrlFrom(baseUrl, track);
  }

  @FieldResolver(() => analysisResultUnion, {
    complexity: costOfComputing,
    description: "The analysis of the track. Starts no analysis unless `compute` is true.",
  })
  analysis(
    @Root() { trackKey }: SearchResultType,
    @Args(() => ComputingArgs) computing: ComputingArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalysisResult> {
    return readAnalysis(this.#services, context, { trackKey }, computing);
  }
}

/** Resolves the query `search`. */
@Resolver(() => SearchPayloadType)
export class SearchResolver {
  readonly #search: SearchService;

  constructor({ search }: Services) {
    this.#search = search;
  }

  @Query(() => SearchPayloadType, {
    complexity: ({ args, childComplexity }) =>
      SEARCH_COST +
      1 +
      itemCount(args["first"] ?? args["limit"], DEFAULT_SEARCH_LIMIT, MAX_SEARCH_LIMIT) *
        childComplexity,
    description:
      "Searches for tracks by title and optionally artist. Best match first, one result per track key. The metadata of the results is stored temporarily, so that the tracks can be analysed later.",
  })
  async search(
    @Args(() => SearchArgs) { fresh, after, ...names }: SearchArgs,
    @Ctx() { signal }: RequestContext,
  ): Promise<SearchPayloadType> {
    const query = parseSearchQuery(names);
    const outcome = await this.#search.search(query, signal(), {
      isFresh: fresh === true,
      after: parseSearchCursor(after, query, "after"),
    });
    return { outcome, unavailableProviders: outcome.unavailableProviders };
  }

  @FieldResolver(() => PageInfoType, {
    complexity: 0,
    description:
      "Where this page stands among the results. Pages never repeat a track. The last one may be empty.",
  })
  pageInfo(@Root() { outcome }: SearchPayloadType): PageInfoType {
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = outcome;
    return { hasNextPage, hasPreviousPage, startCursor, endCursor };
  }

  @FieldResolver(() => [SearchResultType], {
    complexity: 1,
    description: "The tracks found, ordered by decreasing match score; may be empty.",
  })
  results(@Root() { outcome }: SearchPayloadType): readonly SearchResultType[] {
    return outcome.results.map(toSearchResultType);
  }

  @FieldResolver(() => [SearchResultType], {
    complexity: 1,
    description: "The same as `results`, under the name that connections have for it.",
  })
  nodes(@Root() payload: SearchPayloadType): readonly SearchResultType[] {
    return this.results(payload);
  }

  @FieldResolver(() => [SearchEdgeType], {
    complexity: 1,
    description: "The results with the cursor of each.",
  })
  edges(@Root() { outcome }: SearchPayloadType): readonly SearchEdgeType[] {
    return outcome.results.map((result, index) => ({
      cursor: outcome.cursorAfter(index + 1),
      node: toSearchResultType(result),
    }));
  }
}

function toSearchResultType({ track, matchScore }: SearchResult): SearchResultType {
  const { trackName, artist, trackKey } = track;
  return { track, trackName, artist, trackKey, matchScore };
}

/** The arguments of a search. */
@ArgsType()
export class SearchArgs {
  @Field(() => String, {
    description: "The title, or words of it; 1 to 200 characters. A `+` is a plus sign.",
  })
  readonly track!: string;

  @Field(() => String, {
    nullable: true,
    description: "The artist, or words of it; 1 to 200 characters. Any artist when absent.",
  })
  readonly artist!: string | null | undefined;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_SEARCH_LIMIT,
    description: "Maximum number of results, 1 to 50.",
  })
  readonly limit!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of results, 1 to 50; in place of `limit`, which it goes before.",
  })
  readonly first!: number | null | undefined;

  @Field(() => String, {
    nullable: true,
    description:
      "Return the results after this cursor, the `endCursor` of a page or the cursor of a result, of the same title and artist.",
  })
  readonly after!: string | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      "Whether to query the providers again instead of using their cached responses; not after a cursor.",
  })
  readonly fresh!: boolean | null;
}

/** A track that matches a search. */
@ObjectType("SearchResult", {
  description: "A track that matches a search, with its score.",
})
export class SearchResultType {
  declare readonly track: Track;

  @Field(() => String, { description: "The title as the provider gives it, including prefixes." })
  readonly trackName!: string;

  @Field(() => String, { description: "The artist as the provider gives it." })
  readonly artist!: string;

  @Field(() => trackKeyScalar, { description: "Identifies the track everywhere in this API." })
  readonly trackKey!: TrackKey;

  @Field(() => Float, {
    description: "How closely the track matches the search, in [0, 1]; 1 is identical.",
  })
  readonly matchScore!: number;
}

/** A result of a search, with its cursor. */
@ObjectType("SearchEdge", { description: "A result on a page, with its cursor." })
export class SearchEdgeType {
  @Field(() => String, {
    description: "The position of this result in this search: an opaque text, for `after`.",
  })
  readonly cursor!: string;

  @Field(() => SearchResultType, { description: "The result." })
  readonly node!: SearchResultType;
}

/** A page of the results of a search, and the providers that failed. */
@ObjectType("SearchPayload", {
  description: "A page of the results of a search, and the metadata providers that failed.",
})
export class SearchPayloadType {
  declare readonly outcome: SearchOutcome;

  @Field(() => [String], {
    description:
      "Names of the providers that failed. The results of the others are still returned; the search fails only if all providers fail.",
  })
  readonly unavailableProviders!: readonly string[];
}
