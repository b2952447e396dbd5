import { ArgsType, Field } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import { deprecatedFor } from "../identity/named-track.js";
import { TrackRefInput } from "../identity/track-ref-input.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import type { TrackBatch } from "./key-batch.js";

/** The tracks of a field, at most 100. */
@ArgsType()
export class BatchArgs implements TrackBatch {
  @Field(() => [TrackRefInput], {
    nullable: true,
    description:
      "The tracks, at most 100. Required; an id that no track has is an error of the whole field.",
  })
  readonly tracks!: readonly TrackRefInput[] | null | undefined;

  @Field(() => [trackKeyScalar], {
    nullable: true,
    deprecationReason: deprecatedFor("tracks"),
    description: "The keys of the tracks, at most 100.",
  })
  readonly trackKeys!: readonly TrackKey[] | null | undefined;
}
