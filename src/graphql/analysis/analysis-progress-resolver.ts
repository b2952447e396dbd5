import type { ComplexityEstimator } from "graphql-query-complexity";
import { Args, Ctx, Mutation, Resolver, Root, Subscription } from "type-graphql";
import type { AnalysisState } from "../../domain/analysis/analysis.js";
import type { Services } from "../../services/services.js";
import { ANALYSIS_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { type AnalysisResult, analysisResultUnion } from "./analysis-result-union.js";
import { toAnalysisResult } from "./analysis-result.js";
import { BatchArgs } from "./batch-args.js";
import { batchCount, costOfBatchNames, tracksOfBatch, type TrackBatch } from "./key-batch.js";
import { requestAnalyses } from "./read-analysis.js";

/** Finds the tracks, then follows their analyses. */
async function watch(
  batch: TrackBatch,
  context: RequestContext,
): Promise<AsyncIterable<AnalysisState>> {
  const named = await tracksOfBatch(batch, context);
  return context.services.updates.watch(named.map(({ trackKey }) => trackKey));
}

const costOfFollowing: ComplexityEstimator = (field) =>
  batchCount(field) * (ANALYSIS_COST + field.childComplexity) + costOfBatchNames(field);

/** Starts analyses, and publishes their progress. */
@Resolver()
export class AnalysisProgressResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Mutation(() => [analysisResultUnion], {
    complexity: costOfFollowing,
    description:
      "Starts the analyses that do not exist yet, and returns the state of each at once, in the order of the tracks, which an earlier search returned. An analysis that cannot be started does not affect the others: its own result is `AnalysisFailed`. Follow the progress with `analysisUpdated`.",
  })
  async requestAnalysis(
    @Args(() => BatchArgs) batch: BatchArgs,
    @Ctx() context: RequestContext,
  ): Promise<readonly AnalysisResult[]> {
    const named = await tracksOfBatch(batch, context);
    const trackKeys = named.map(({ trackKey }) => trackKey);
    return requestAnalyses(this.#services, context, trackKeys);
  }

  @Subscription(() => analysisResultUnion, {
    complexity: costOfFollowing,
    description:
      "Sends the current state of each analysis, then every change, until all are ready or have failed, for at most an hour. Starts no analysis: use `requestAnalysis` for that. Available over WebSocket (`graphql-transport-ws`), and as server-sent events.",
    subscribe: ({ args, context }) => watch(args as TrackBatch, context as RequestContext),
  })
  analysisUpdated(
    @Root() state: AnalysisState,
    @Args(() => BatchArgs) _batch: BatchArgs,
    @Ctx() { requestId }: RequestContext,
  ): AnalysisResult {
    if (state.state === "failed") this.#services.failures.record(state.error, { requestId });
    return toAnalysisResult(state);
  }
}
