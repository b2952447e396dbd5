import { Field, Int, ObjectType } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** An analysis that cannot be had. */
@ObjectType("AnalysisFailed", {
  description: "An analysis that cannot be had now. Failures are forgotten after a minute.",
})
export class AnalysisFailedType {
  @Field(() => trackKeyScalar, { description: "The track in question." })
  readonly trackKey!: TrackKey;

  @Field(() => String, {
    description:
      "What a program reads, as in REST: TRACK_NOT_FOUND, AUDIO_NOT_FOUND, AUDIO_UNAVAILABLE, AUDIO_UNDECODABLE, AUDIO_TOO_LONG, ANALYSIS_TOO_COSTLY, ANALYZER_BUSY, STORAGE_BUSY, STORAGE_FULL, PROVIDER_UNAVAILABLE, PROVIDER_BAD_RESPONSE, PROVIDER_RATE_LIMITED, TIMED_OUT or INTERNAL.",
  })
  readonly code!: string;

  @Field(() => String, { description: "What a person reads." })
  readonly message!: string;

  @Field(() => Int, {
    description:
      "When another attempt can be made, seconds, > 0; until then, the answer is the same.",
  })
  readonly retryAfterSeconds!: number;

  @Field(() => Boolean, {
    description:
      "Whether another attempt may help; false where something must be mended first, e.g. the track searched for.",
  })
  readonly isRetryable!: boolean;
}
