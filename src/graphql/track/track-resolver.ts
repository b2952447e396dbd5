import { Arg, Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from "type-graphql";
import { artworkUrlFrom } from "../../domain/track/artwork-url.js";
import { recordingKeyFrom, workKeyFrom } from "../../domain/track/recording.js";
import { parseName } from "../../domain/track/search-query.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import { CacheFor } from "../caching/cache-for.js";
import { ComputingArgs } from "../analysis/computing-args.js";
import { readAnalysis } from "../analysis/read-analysis.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { analysisResultUnion, type AnalysisResult } from "../analysis/analysis-result-union.js";
import { TrackType } from "./track-type.js";

/** Knows tracks by their keys, and keys by their names. */
@Resolver(() => TrackType)
export class TrackResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @CacheFor(0)
  @Query(() => TrackType, {
    nullable: true,
    description: "The track of a key; null when no search, scan or analysis has named it.",
  })
  async track(
    @Arg("trackKey", () => trackKeyScalar, { description: "The key of the track." })
    trackKey: TrackKey,
    @Ctx() { loaders, keeping }: RequestContext,
  ): Promise<Track | undefined> {
    const track = await loaders.tracks.load(trackKey);
    if (!track) keeping.forbid();
    return track;
  }

  @CacheFor(86_400)
  @Query(() => trackKeyScalar, {
    description:
      "The key of a track, from its names as search returns them. Letter case and surrounding white space do not change it; anything else does.",
  })
  trackKey(
    @Arg("artist", () => String, { description: "The artist; 1 to 200 characters." })
    artist: string,
    @Arg("track", () => String, { description: "The title; 1 to 200 characters." })
    track: string,
  ): TrackKey {
    parseName(artist, "artist");
    parseName(track, "track");
    return trackKeyFrom(artist, track);
  }

  @FieldResolver(() => String, {
    description:
      "Names the recording: equal for all spellings of it, such as `06 - Title`, `Title - Remastered 2011` and `Title [Explicit]`. They share one analysis.",
  })
  recordingKey(@Root() track: TrackType): string {
    return recordingKeyFrom(track);
  }

  @FieldResolver(() => String, {
    description: "Names what is recorded: equal for live, acoustic, remixed and plain versions.",
  })
  workKey(@Root() track: TrackType): string {
    return workKeyFrom(track);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      "Length that the provider or the file names, or else the measured one, milliseconds; null where unknown.",
  })
  async durationMs(
    @Root() { trackKey, durationSeconds }: TrackType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<number | null> {
    // A search result holds what providers name; the measured length is read only where it is selected.
    const seconds = durationSeconds ?? (await loaders.tracks.load(trackKey))?.durationSeconds;
    return seconds === undefined ? null : Math.round(seconds * 1000);
  }

  @FieldResolver(() => String, {
    description: "An absolute URL of a picture; of a placeholder where the track has none.",
  })
  thumbnailUrl(@Root() track: TrackType, @Ctx() { baseUrl }: RequestContext): string {
    return artworkUrlFrom(baseUrl, track);
  }

  @FieldResolver(() => analysisResultUnion, {
    description: "What the track sounds like. Starts nothing unless `compute` is true.",
  })
  analysis(
    @Root() { trackKey }: TrackType,
    @Args(() => ComputingArgs) computing: ComputingArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalysisResult> {
    return readAnalysis(this.#services, context, { trackKey }, computing);
  }
}
