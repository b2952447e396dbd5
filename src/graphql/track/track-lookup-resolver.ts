import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { parseTrackId } from "../../domain/track/track-id.js";
import type { Track } from "../../domain/track/track.js";
import type { LookupService } from "../../services/search/lookup-service.js";
import type { Services } from "../../services/services.js";
import { costOfList, SEARCH_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { TrackLookupType } from "./track-lookup-type.js";
import { TrackType } from "./track-type.js";

/** Resolves the query `lookup`. */
@Resolver(() => TrackLookupType)
export class TrackLookupResolver {
  readonly #lookup: LookupService;

  constructor({ lookup }: Services) {
    this.#lookup = lookup;
  }

  @Query(() => TrackLookupType, {
    complexity: SEARCH_COST + 1,
    description:
      "The tracks that have an id. Their metadata is stored temporarily, so that they can be analysed later.",
  })
  lookup(
    @Arg("id", () => String, {
      description:
        "A track key, or a prefix with an id: `isrc:`, `mbid:` (MusicBrainz recording), `deezer:` or `spotify:`.",
    })
    id: string,
    @Ctx() { signal }: RequestContext,
  ): Promise<TrackLookupType> {
    return this.#lookup.find(parseTrackId(id), signal());
  }

  @FieldResolver(() => [TrackType], {
    complexity: costOfList(5),
    description: "The tracks, one per track key; may be empty.",
  })
  tracks(@Root() { tracks }: TrackLookupType): readonly Track[] {
    return tracks;
  }
}
