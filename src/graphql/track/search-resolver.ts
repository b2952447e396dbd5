import { Args, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { parseSearchQuery } from "../../domain/track/search-query.js";
import type { SearchService } from "../../services/search/search-service.js";
import type { Services } from "../../services/services.js";
import { SearchArgs } from "./search-args.js";
import type { RequestContext } from "../request-context.js";
import { SearchPayloadType } from "./search-payload-type.js";
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
