import { Field, Int, ObjectType } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** An analysis that failed. */
@ObjectType("AnalysisFailed", {
  description:
    "An analysis that failed. The failure is remembered for a minute; after that, a new attempt can be made.",
})
export class AnalysisFailedType {
  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => String, {
    description:
      "The error code, for programs, the same as in REST: TRACK_NOT_FOUND, AUDIO_NOT_FOUND, AUDIO_UNAVAILABLE, AUDIO_UNDECODABLE, AUDIO_TOO_LONG, ANALYSIS_TOO_COSTLY, ANALYZER_BUSY, ANALYSIS_DROPPED, STORAGE_BUSY, STORAGE_FULL, STORAGE_UNAVAILABLE, PROVIDER_UNAVAILABLE, PROVIDER_BAD_RESPONSE, PROVIDER_RATE_LIMITED, TIMED_OUT or INTERNAL.",
  })
  readonly code!: string;

  @Field(() => String, { description: "The error message, for people." })
  readonly message!: string;

  @Field(() => Int, {
    description:
      "Time until another attempt can be made, seconds, > 0. Until then, the same failure is returned.",
  })
  readonly retryAfterSeconds!: number;

  @Field(() => Boolean, {
    description:
      "Whether another attempt may succeed. False where something must be done first, e.g. a search for the track.",
  })
  readonly isRetryable!: boolean;
}
