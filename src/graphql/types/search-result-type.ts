import { Field, Float, ObjectType } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Track } from "../../domain/track/track.js";
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
