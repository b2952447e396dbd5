import { Field, Float, ObjectType } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { SearchOutcome, Track } from "../../domain/track/track.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** A track that answers a search. */
@ObjectType("SearchResult", {
  description: "A track that answers a search, and how closely it does.",
})
export class SearchResultType {
  declare readonly track: Track;

  @Field(() => String, { description: "The title as the provider has it, prefixes included." })
  readonly trackName!: string;

  @Field(() => String, { description: "The artist as the provider has it." })
  readonly artist!: string;

  @Field(() => trackKeyScalar, { description: "Names the track everywhere in this API." })
  readonly trackKey!: TrackKey;

  @Field(() => Float, { description: "How closely the track answers, in [0, 1]; 1 is identical." })
  readonly matchScore!: number;
}

/** What a search found, and who could not answer. */
@ObjectType("SearchPayload", {
  description: "What a search found, and which metadata providers could not answer.",
})
export class SearchPayloadType {
  declare readonly results: SearchOutcome["results"];

  @Field(() => [String], {
    description:
      "Names of the providers that failed; what the others found is here all the same. Only when all fail is it an error.",
  })
  readonly unavailableProviders!: readonly string[];
}
