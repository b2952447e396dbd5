import { Args, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { artworkUrlFrom } from "../../domain/track/artwork-url.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import { ComputingArgs } from "../analysis/computing-args.js";
import { readAnalysis } from "../analysis/read-analysis.js";
import type { RequestContext } from "../request-context.js";
import { analysisResultUnion, type AnalysisResult } from "../analysis/analysis-result-union.js";
import { SearchResultType } from "../types/search-result-type.js";
import { TrackType } from "../track/track-type.js";

/** Leads from a search result to its track, picture and analysis. */
@Resolver(() => SearchResultType)
export class SearchResultResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @FieldResolver(() => TrackType, { description: "The track, with all that is known of it." })
  track(@Root() { track }: SearchResultType): Track {
    return track;
  }

  @FieldResolver(() => String, {
    description: "An absolute URL of a picture; of a placeholder where the track has none.",
  })
  thumbnailUrl(@Root() { track }: SearchResultType, @Ctx() { baseUrl }: RequestContext): string {
    return artworkUrlFrom(baseUrl, track);
  }

  @FieldResolver(() => analysisResultUnion, {
    description: "What the track sounds like. Starts nothing unless `compute` is true.",
  })
  analysis(
    @Root() { trackKey }: SearchResultType,
    @Args(() => ComputingArgs) computing: ComputingArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalysisResult> {
    return readAnalysis(this.#services, context, { trackKey }, computing);
  }
}
