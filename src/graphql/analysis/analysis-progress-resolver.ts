import { Arg, Ctx, Mutation, Resolver, Root, Subscription } from "type-graphql";
import type { AnalysisState } from "../../domain/analysis/analysis.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Services } from "../../services/services.js";
import { ANALYSIS_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { type AnalysisResult, analysisResultUnion } from "./analysis-result-union.js";
import { toAnalysisResult } from "./analysis-result.js";
import { keyCount, parseKeyBatch } from "./key-batch.js";
import { requestAnalyses } from "./read-analysis.js";

interface KeyBatchArgs {
  readonly trackKeys: readonly TrackKey[];
}

/** Starts analyses, and publishes their progress. */
@Resolver()
export class AnalysisProgressResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Mutation(() => [analysisResultUnion], {
    complexity: (field) => keyCount(field) * (ANALYSIS_COST + field.childComplexity),
    description:
      "Starts the analyses that do not exist yet, and returns the state of each at once, in the order of the keys. An analysis that cannot be started does not affect the others: its own result is `AnalysisFailed`. Follow the progress with `analysisUpdated`.",
  })
  requestAnalysis(
    @Arg("trackKeys", () => [trackKeyScalar], {
      description: "Keys of tracks that an earlier search returned, 1 to 100.",
    })
    trackKeys: readonly TrackKey[],
    @Ctx() context: RequestContext,
  ): Promise<readonly AnalysisResult[]> {
    return requestAnalyses(this.#services, context, parseKeyBatch(trackKeys));
  }

  @Subscription(() => analysisResultUnion, {
    complexity: (field) => keyCount(field) * (ANALYSIS_COST + field.childComplexity),
    description:
      "Sends the current state of each analysis, then every change, until all are ready or have failed, for at most an hour. Starts no analysis: use `requestAnalysis` for that. Available over WebSocket (`graphql-transport-ws`), and as server-sent events at `/graphql/stream`.",
    subscribe: ({ args, context }) => {
      const { trackKeys } = args as KeyBatchArgs;
      return (context as RequestContext).services.updates.watch(parseKeyBatch(trackKeys));
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
