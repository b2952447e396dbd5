import { Field, ObjectType } from "type-graphql";
import type { Track } from "../../domain/track/track.js";

/** What goes by an id. */
@ObjectType("TrackLookup", { description: "The tracks that go by an id." })
export class TrackLookupType {
  declare readonly tracks: readonly Track[];

  @Field(() => Boolean, {
    description: "Whether the id does not say which track is meant, because several go by it.",
  })
  readonly isAmbiguous!: boolean;

  @Field(() => [String], {
    description: "Names of the metadata providers that could not answer.",
  })
  readonly unavailableProviders!: readonly string[];
}
