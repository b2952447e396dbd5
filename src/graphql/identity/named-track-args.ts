import { ArgsType, Field } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { deprecatedFor } from "./named-track.js";
import { TrackRefInput } from "./track-ref-input.js";

/** The track of a field. */
@ArgsType()
export class NamedTrackArgs {
  @Field(() => TrackRefInput, { nullable: true, description: "The track. Required." })
  readonly by!: TrackRefInput | null | undefined;

  @Field(() => trackKeyScalar, {
    nullable: true,
    deprecationReason: deprecatedFor("by"),
    description: "The key of the track.",
  })
  readonly trackKey!: TrackKey | null | undefined;
}
