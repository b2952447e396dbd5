import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import { estimateFields } from "../../domain/analysis/analysis.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseOptionalName } from "../../domain/track/search-query.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Services } from "../../services/services.js";
import { CacheFor } from "../caching/cache-for.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { AnalysisArgs } from "./analysis-args.js";
import { type AnalysisResult, analysisResultUnion } from "./analysis-result-union.js";
import { ComputingArgs } from "./computing-args.js";
import { EstimateType } from "./estimate-type.js";
import { MAX_BATCH_SIZE } from "./key-batch.js";
import { readAnalysis } from "./read-analysis.js";
import { MoodType, TempoRivalType, TrackAnalysisType } from "./track-analysis-type.js";

/** Leads from an analysis to its parts. */
@Resolver(() => TrackAnalysisType)
export class TrackAnalysisResolver {
  @FieldResolver(() => MoodType, { description: "How strongly each of four moods is present." })
  mood(@Root() { analysis }: TrackAnalysisType): MoodType {
    return analysisDataFrom(analysis).mood;
  }

  @FieldResolver(() => [EstimateType], {
    description: "Every number estimated, with its confidence and method, loudness and tuning too.",
  })
  details(@Root() { analysis }: TrackAnalysisType): readonly EstimateType[] {
    return estimateFields.map((field) => ({ field, ...analysis.estimates[field] }));
  }

  @FieldResolver(() => [TempoRivalType], {
    description: "Other tempos that the rhythm allows, strongest first, perhaps none.",
  })
  tempoRivals(@Root() { analysis }: TrackAnalysisType): readonly TempoRivalType[] {
    return analysis.tempoRivals;
  }
}

/** Says what tracks sound like. */
@Resolver()
export class AnalysisResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @CacheFor(0)
  @Query(() => analysisResultUnion, {
    description:
      "What a track sounds like. Where there is no analysis, exactly one is made, however many ask, and waited for. For a file of your own, upload it to `POST /api/audio/analysis`.",
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
    description:
      "What many tracks sound like, in the order of their keys, at most 100. Starts nothing unless `compute` is true.",
  })
  analyses(
    @Arg("trackKeys", () => [trackKeyScalar], { description: "The keys, at most 100." })
    trackKeys: readonly TrackKey[],
    @Args(() => ComputingArgs) computing: ComputingArgs,
    @Ctx() context: RequestContext,
  ): Promise<readonly AnalysisResult[]> {
    if (trackKeys.length > MAX_BATCH_SIZE) {
      throw new InvalidInputError("trackKeys", `must be at most ${MAX_BATCH_SIZE}`);
    }
    return Promise.all(
      trackKeys.map((trackKey) => readAnalysis(this.#services, context, { trackKey }, computing)),
    );
  }
}
