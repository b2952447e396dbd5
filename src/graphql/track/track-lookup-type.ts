import { Field, ObjectType } from "type-graphql";
import type { Track } from "../../domain/track/track.js";

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
