import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { estimateFields } from "../../domain/analysis/descriptors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseOptionalName } from "../../domain/track/search-query.js";
import { MAX_TRACK_KEYS, type TrackKey } from "../../domain/track/track-key.js";
import type { Services } from "../../services/services.js";
import { CacheFor } from "../caching/cache-for.js";
import { ANALYSIS_COST, costOfComputing, costOfList } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { AnalysisArgs } from "./analysis-args.js";
import { type AnalysisResult, analysisResultUnion } from "./analysis-result-union.js";
import { ComputingArgs } from "./computing-args.js";
import { EstimateType } from "./estimate-type.js";
import { keyCount } from "./key-batch.js";
import { readAnalysis } from "./read-analysis.js";
import { TrackAnalysisType } from "./track-analysis-type.js";

/** Resolves the estimates of an analysis. */
@Resolver(() => TrackAnalysisType)
export class TrackAnalysisResolver {
  @FieldResolver(() => [EstimateType], {
    complexity: costOfList(25),
    description:
      "Every estimated value with its confidence and method, including loudness and tuning.",
  })
  details(@Root() { analysis }: TrackAnalysisType): readonly EstimateType[] {
    return estimateFields.map((field) => ({ field, ...analysis.estimates[field] }));
  }
}

/** Resolves the queries for analyses. */
@Resolver()
export class AnalysisResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @CacheFor(0)
  @Query(() => analysisResultUnion, {
    complexity: ANALYSIS_COST,
    description:
      "The analysis of a track. Where there is none, it is started, only once for any number of simultaneous requests, and waited for. To analyse a file of your own, upload it to `POST /api/audio/analysis`.",
  })
  analysis(
    @Args(() => AnalysisArgs) { trackKey, artist, track, waitSeconds }: AnalysisArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalysisResult> {
    const request = {
      trackKey,
      artist: parseOptionalName(artist, "artist") && (artist ?? undefined),
      track: parseOptionalName(track, "track") && (track ?? undefined),
    };
    return readAnalysis(this.#services, context, request, { compute: true, waitSeconds });
  }

  @CacheFor(0)
  @Query(() => [analysisResultUnion], {
    complexity: (field) => keyCount(field) * costOfComputing(field),
    description:
      "The analyses of several tracks, at most 100, in the order of the keys. Starts no analysis unless `compute` is true.",
  })
  analyses(
    @Arg("trackKeys", () => [trackKeyScalar], { description: "The keys, at most 100." })
    trackKeys: readonly TrackKey[],
    @Args(() => ComputingArgs) computing: ComputingArgs,
    @Ctx() context: RequestContext,
  ): Promise<readonly AnalysisResult[]> {
    if (trackKeys.length > MAX_TRACK_KEYS) {
      throw new InvalidInputError("trackKeys", `must be at most ${MAX_TRACK_KEYS} keys`);
    }
    return Promise.all(
      trackKeys.map((trackKey) => readAnalysis(this.#services, context, { trackKey }, computing)),
    );
  }
}
