import {
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Float,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { correctionsOf, measuredEstimateOf } from "../../domain/analysis/corrections.js";
import { estimateFields } from "../../domain/analysis/descriptors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { Services } from "../../services/services.js";
import { CacheFor } from "../caching/cache-for.js";
import { costOfNaming, namedTrackOf, trackRefOf } from "../identity/named-track.js";
import { ANALYSIS_COST, costOfComputing, costOfList } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { BatchArgs } from "./batch-args.js";
import { type AnalysisResult, analysisResultUnion } from "./analysis-result-union.js";
import { ComputingArgs } from "./computing-args.js";
import {
  CorrectionType,
  EstimateType,
  toCorrectionType,
  TrackAnalysisType,
} from "./track-analysis-type.js";
import { batchCount, costOfBatchNames, tracksOfBatch } from "./key-batch.js";
import { readAnalysis } from "./read-analysis.js";
import { NamedTrackArgs } from "../identity/named-track-args.js";

/** Resolves the estimates of an analysis. */
@Resolver(() => TrackAnalysisType)
export class TrackAnalysisResolver {
  @FieldResolver(() => [EstimateType], {
    complexity: costOfList(25),
    description:
      "Every estimated value with its confidence and method, including loudness and tuning.",
  })
  details(@Root() { analysis }: TrackAnalysisType): readonly EstimateType[] {
    return estimateFields.map((field) => {
      const measured = measuredEstimateOf(analysis, field);
      return {
        ...{ field, ...analysis.estimates[field] },
        measured: measured ? { field, ...measured, measured: null } : null,
      };
    });
  }

  @FieldResolver(() => [CorrectionType], {
    complexity: costOfList(3),
    description: "What users state about the recording, beside what was measured; may be empty.",
  })
  corrections(@Root() { analysis }: TrackAnalysisType): readonly CorrectionType[] {
    return correctionsOf(analysis).map(toCorrectionType);
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
    complexity: ({ args }) => ANALYSIS_COST + costOfNaming(args["by"]),
    description:
      "The analysis of a track. Where there is none, it is started, only once for any number of simultaneous requests, and waited for. A track that no search has returned yet is found by its names. To analyse a file of your own, use `analyzeUpload`.",
  })
  async analysis(
    @Args(() => AnalysisArgs) { by, trackKey, artist, track, waitSeconds }: AnalysisArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalysisResult> {
    const ref = trackRefOf(["by", by], ["trackKey", trackKey]);
    if (by && (artist ?? track)) {
      throw new InvalidInputError("by", 'must not be given together with "artist" and "track"');
    }
    const names = { artist: artist ?? undefined, track: track ?? undefined };
    const request = { ...names, ...(await namedTrackOf(ref, "by", context)) };
    return readAnalysis(this.#services, context, request, { compute: true, waitSeconds });
  }

  @CacheFor(0)
  @Query(() => [analysisResultUnion], {
    complexity: (field) => batchCount(field) * costOfComputing(field) + costOfBatchNames(field),
    description:
      "The analyses of several tracks, at most 100, in their order. Starts no analysis unless `compute` is true.",
  })
  async analyses(
    @Args(() => BatchArgs) batch: BatchArgs,
    @Args(() => ComputingArgs) computing: ComputingArgs,
    @Ctx() context: RequestContext,
  ): Promise<readonly AnalysisResult[]> {
    const named = await tracksOfBatch(batch, context, 0);
    return Promise.all(
      named.map((track) => readAnalysis(this.#services, context, track, computing)),
    );
  }
}

/** The arguments of the query `analysis`. */
@ArgsType()
export class AnalysisArgs extends NamedTrackArgs {
  @Field(() => String, {
    nullable: true,
    deprecationReason: "Use `by: {names: {artist, track}}`.",
    description:
      "The artist. With it and `track`, a track that no search has returned yet can be found.",
  })
  readonly artist!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    deprecationReason: "Use `by: {names: {artist, track}}`.",
    description: "The title. `artist` and `track` are given together and must hash to the key.",
  })
  readonly track!: string | null | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      "Maximum time to wait for the analysis, seconds, >= 0. The default is the limit that the server is configured with, which cannot be exceeded.",
  })
  readonly waitSeconds!: number | null | undefined;
}
