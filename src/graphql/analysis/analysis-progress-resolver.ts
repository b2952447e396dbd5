import { Arg, Ctx, Mutation, Resolver, Root, Subscription } from "type-graphql";
import type { AnalysisState } from "../../domain/analysis/analysis.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Services } from "../../services/services.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { type AnalysisResult, analysisResultUnion } from "./analysis-result-union.js";
import { toAnalysisResult } from "./analysis-result.js";
import { parseKeyBatch } from "./key-batch.js";
import { requestAnalyses } from "./read-analysis.js";

interface KeyBatchArgs {
  readonly trackKeys: readonly TrackKey[];
}

/** Has analyses made, and tells how far they are. */
@Resolver()
export class AnalysisProgressResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Mutation(() => [analysisResultUnion], {
    description:
      "Has the analyses made that are not there, waits for none, and answers where each stands, in the order of the keys. What stands in the way of one is its own result. Follow them with `analysisUpdated`.",
  })
  requestAnalysis(
    @Arg("trackKeys", () => [trackKeyScalar], {
      description: "Keys of tracks that were searched for before, 1 to 100.",
    })
    trackKeys: readonly TrackKey[],
    @Ctx() context: RequestContext,
  ): Promise<readonly AnalysisResult[]> {
    return requestAnalyses(this.#services, context, parseKeyBatch(trackKeys));
  }

  @Subscription(() => analysisResultUnion, {
    description:
      "Where the analysis of each track stands now, then each change, until all are ready or failed, for an hour at most. Starts none: ask for them with `requestAnalysis`. To be had over WebSocket (`graphql-transport-ws`) and, at `/graphql/stream`, as server-sent events.",
    subscribe: ({ args, context }) => {
      const { trackKeys } = args as KeyBatchArgs;
      return (context as RequestContext).updates.watch(parseKeyBatch(trackKeys));
    },
  })
  analysisUpdated(
    @Root() state: AnalysisState,
    @Arg("trackKeys", () => [trackKeyScalar], { description: "The keys, 1 to 100." })
    _trackKeys: readonly TrackKey[],
    @Ctx() { requestId }: RequestContext,
  ): AnalysisResult {
    if (state.state === "failed") this.#services.failures.record(state.error, { requestId });
    return toAnalysisResult(state);
  }
}
