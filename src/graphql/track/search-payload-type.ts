import { Field, Float, ObjectType } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { SearchOutcome, Track } from "../../domain/track/track.js";
import { trackKeyScalar } from "../track-key-scalar.js";

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
