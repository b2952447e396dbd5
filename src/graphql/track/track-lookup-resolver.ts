import { Arg, Ctx, Field, FieldResolver, ObjectType, Query, Resolver, Root } from "type-graphql";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseTrackId } from "../../domain/track/track-id.js";
import type { Track } from "../../domain/track/track.js";
import type { LookupService } from "../../services/search/lookup-service.js";
import type { Services } from "../../services/services.js";
import { deprecatedFor, trackIdOf, trackRefOf } from "../identity/named-track.js";
import { TrackRefInput } from "../identity/track-ref-input.js";
import { costOfList, SEARCH_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "./track-type.js";

/** Resolves the query `lookup`. */
@Resolver(() => TrackLookupType)
export class TrackLookupResolver {
  readonly #lookup: LookupService;

  constructor({ lookup }: Services) {
    this.#lookup = lookup;
  }

  @Query(() => TrackLookupType, {
    complexity: ({ childComplexity }) => SEARCH_COST + 1 + childComplexity,
    description:
      "The tracks that have an id, of a catalogue also several. Their metadata is stored temporarily, so that they can be analysed later.",
  })
  lookup(
    @Arg("by", () => TrackRefInput, { nullable: true, description: "The track. Required." })
    by: TrackRefInput | null | undefined,
    @Arg("id", () => String, {
      nullable: true,
      deprecationReason: deprecatedFor("by"),
      description:
        "A track key, or a prefix with an id: `isrc:`, `mbid:` (MusicBrainz recording), `acoustid:`, `deezer:` or `spotify:`.",
    })
    id: string | null | undefined,
    @Ctx() { signal }: RequestContext,
  ): Promise<TrackLookupType> {
    if (typeof id === "string" && !by) return this.#lookup.find(parseTrackId(id), signal());
    if (typeof id === "string")
      throw new InvalidInputError("by", 'must not be given together with "id"');
    return this.#lookup.find(trackIdOf(trackRefOf(["by", by], ["id", null]), "by"), signal());
  }

  @FieldResolver(() => [TrackType], {
    complexity: costOfList(5),
    description: "The tracks, one per track key; may be empty.",
  })
  tracks(@Root() { tracks }: TrackLookupType): readonly Track[] {
    return tracks;
  }
}

/** The tracks that have an id. */
@ObjectType("TrackLookup", { description: "The tracks that have an id." })
export class TrackLookupType {
  declare readonly tracks: readonly Track[];

  @Field(() => Boolean, {
    description: "Whether several tracks have the id, so that it does not identify one.",
  })
  readonly isAmbiguous!: boolean;

  @Field(() => [String], {
    description: "Names of the metadata providers that failed.",
  })
  readonly unavailableProviders!: readonly string[];
}
