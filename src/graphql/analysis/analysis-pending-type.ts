import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import type { AnalysisState } from "../../domain/analysis/analysis.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { trackKeyScalar } from "../track-key-scalar.js";

type PendingState = Exclude<AnalysisState["state"], "ready" | "failed">;

const pendingStates = {
  NOT_REQUESTED: "not_requested",
  QUEUED: "queued",
  PROCESSING: "processing",
} as const satisfies Record<Uppercase<PendingState>, PendingState>;

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
