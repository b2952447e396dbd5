import { ArgsType, Field, Float } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** The arguments of the query `analysis`. */
@ArgsType()
export class AnalysisArgs {
  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => String, {
    nullable: true,
    description:
      "The artist. With it and `track`, a track that no search has returned yet can be found.",
  })
  readonly artist!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The title. `artist` and `track` are given together and must hash to the key.",
  })
  readonly track!: string | null | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      "Maximum time to wait for the analysis, seconds, >= 0. The default is the limit that the server is configured with, which cannot be exceeded.",
  })
  readonly waitSeconds!: number | null | undefined;
}
