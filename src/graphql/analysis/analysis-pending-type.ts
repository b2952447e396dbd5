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
  description: "Where an analysis stands that is not there yet.",
  valuesConfig: {
    NOT_REQUESTED: {
      description: "Nobody has asked for it: ask with `compute: true` or `requestAnalysis`.",
    },
    QUEUED: { description: "It waits for others to be done." },
    PROCESSING: { description: "It is being made." },
  },
});

/** An analysis that is not there yet. */
@ObjectType("AnalysisPending", {
  description: "An analysis that is not there yet. Waiting is not failing.",
})
export class AnalysisPendingType {
  @Field(() => trackKeyScalar, { description: "The track in question." })
  readonly trackKey!: TrackKey;

  @Field(() => pendingStates, { description: "Where the analysis stands." })
  readonly state!: PendingState;

  @Field(() => Int, { description: "When to ask again, seconds, > 0." })
  readonly retryAfterSeconds!: number;

  @Field(() => Int, {
    nullable: true,
    description: "How many wait before it, >= 0; null unless it is queued.",
  })
  readonly position!: number | null;
}
