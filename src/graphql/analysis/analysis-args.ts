import { ArgsType, Field, Float } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** The arguments of the question for one analysis. */
@ArgsType()
export class AnalysisArgs {
  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => String, {
    nullable: true,
    description: "The artist, so that a track nobody has searched for yet can be found.",
  })
  readonly artist!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The title, for the same purpose; both must hash to the key.",
  })
  readonly track!: string | null | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      "How long to wait for it, seconds, >= 0; never longer than the server is configured to, which is also the default.",
  })
  readonly waitSeconds!: number | null | undefined;
}
