import { createUnionType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { TrackAnalysisType } from "./track-analysis-type.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import type { AnalysisState } from "../../domain/analysis/analysis.js";

const pendingStates = {
  NOT_REQUESTED: "not_requested",
  QUEUED: "queued",
  PROCESSING: "processing",
} as const satisfies Record<Uppercase<PendingState>, PendingState>;

/** An analysis, or why there is none yet. */
export type AnalysisResult = TrackAnalysisType | AnalysisPendingType | AnalysisFailedType;

/**
 * The schema type of an analysis result. The type is recognised by a member that only that type
 * has.
 */
export const analysisResultUnion = createUnionType({
  name: "AnalysisResult",
  description:
    "The analysis of a track, or its state while it is not ready, or the reason why it failed.",
  types: () => [TrackAnalysisType, AnalysisPendingType, AnalysisFailedType] as const,
  resolveType(result: AnalysisResult) {
    if ("analysis" in result) return TrackAnalysisType;
    return "state" in result ? AnalysisPendingType : AnalysisFailedType;
  },
});

/** An analysis that failed. */
@ObjectType("AnalysisFailed", {
  description:
    "An analysis that failed. The failure is remembered for a minute; after that, a new attempt can be made.",
})
export class AnalysisFailedType {
  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => ID, {
    nullable: true,
    description:
      "The recording that the file holds, in the event of its failure; null where it is not known.",
  })
  readonly recordingId!: RecordingId | null;

  @Field(() => String, {
    description:
      "The error code, for programs, the same as in REST: TRACK_NOT_FOUND, AUDIO_NOT_FOUND, AUDIO_UNAVAILABLE, AUDIO_CHANGED, AUDIO_UNDECODABLE, AUDIO_TOO_LONG, ANALYSIS_TOO_COSTLY, ANALYZER_BUSY, ANALYSIS_DROPPED, STORAGE_BUSY, STORAGE_FULL, STORAGE_UNAVAILABLE, PROVIDER_UNAVAILABLE, PROVIDER_BAD_RESPONSE, PROVIDER_RATE_LIMITED, TIMED_OUT or INTERNAL.",
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

type PendingState = Exclude<AnalysisState["state"], "ready" | "failed">;
registerEnumType(pendingStates, {
  name: "AnalysisState",
  description: "The state of an analysis that is not ready.",
  valuesConfig: {
    NOT_REQUESTED: {
      description: "No request has started it. Start it with `compute: true` or `requestAnalysis`.",
    },
    QUEUED: { description: "It is waiting in the queue." },
    PROCESSING: { description: "It is in progress." },
  },
});

/** An analysis that is not ready. */
@ObjectType("AnalysisPending", {
  description: "An analysis that is not ready. This is not an error: request it again later.",
})
export class AnalysisPendingType {
  @Field(() => trackKeyScalar, { description: "The key of the track." })
  readonly trackKey!: TrackKey;

  @Field(() => pendingStates, { description: "The state of the analysis." })
  readonly state!: PendingState;

  @Field(() => Int, { description: "Time after which to request it again, seconds, > 0." })
  readonly retryAfterSeconds!: number;

  @Field(() => Int, {
    nullable: true,
    description: "Number of analyses before it in the queue, >= 0; null unless it is queued.",
  })
  readonly position!: number | null;
}
