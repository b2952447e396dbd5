import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { defaultSearchLimit, parseSearchQuery } from "../../domain/search-query.js";
import type { SearchService } from "../../services/search-service.js";
import type { Services } from "../../services/services.js";
import type { RequestContext } from "../request-context.js";
import { SearchPayloadType } from "../types/search-payload-type.js";
import { SearchResultType } from "../types/search-result-type.js";

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
    @Arg("track", () => String, {
      description: "The title, or words of it; 1 to 200 characters. A `+` means a space.",
    })
    track: string,
    @Arg("artist", () => String, {
      nullable: true,
      description: "The artist, or words of it; 1 to 200 characters. Without it, any artist.",
    })
    artist: string | null,
    @Arg("limit", () => Int, {
      nullable: true,
      defaultValue: defaultSearchLimit,
      description: "The most results to answer, 1 to 50.",
    })
    limit: number | null,
    @Ctx() { signal }: RequestContext,
  ): Promise<SearchPayloadType> {
    return this.#search.search(parseSearchQuery({ track, artist, limit }), signal);
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
