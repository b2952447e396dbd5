import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from "type-graphql";
import { artworkUrlFrom } from "../../domain/track/artwork-url.js";
import { UnknownTrackIdError } from "../../domain/errors/not-found-errors.js";
import { recordingKeyFrom, workKeyFrom } from "../../domain/track/recording.js";
import { parseName } from "../../domain/track/name-text.js";
import { taggedDataFrom } from "../../domain/tagging/tagged-data.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import { refOf } from "../../domain/track/track-ref.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import { CacheFor } from "../caching/cache-for.js";
import { ComputingArgs } from "../analysis/computing-args.js";
import { toTrackAnalysis } from "../analysis/analysis-result.js";
import { findReadyAnalysis, readAnalysis } from "../analysis/read-analysis.js";
import { MoodType, TrackAnalysisType } from "../analysis/track-analysis-type.js";
import { globalIdFrom } from "../identity/global-id.js";
import { NamedTrackArgs } from "../identity/named-track-args.js";
import { costOfNaming, namedTrackOf, trackRefOf } from "../identity/named-track.js";
import { costOfComputing } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { analysisResultUnion, type AnalysisResult } from "../analysis/analysis-result-union.js";
import { TaggedValuesType } from "./tagged-values-type.js";
import { TrackType } from "./track-type.js";

/** Resolves the queries `track` and `trackKey`, and the fields of a track. */
@Resolver(() => TrackType)
export class TrackResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @CacheFor(0)
  @Query(() => TrackType, {
    complexity: ({ args, childComplexity }) => 1 + costOfNaming(args["by"]) + childComplexity,
    nullable: true,
    description:
      "A track; null if no search, scan or analysis has stored it, and no catalogue has its id.",
  })
  async track(
    @Args(() => NamedTrackArgs) { by, trackKey }: NamedTrackArgs,
    @Ctx() context: RequestContext,
  ): Promise<Track | undefined> {
    const ref = trackRefOf(["by", by], ["trackKey", trackKey]);
    const named = await namedTrackOf(ref, "by", context).catch(undefinedWhereUnknown);
    const track = named && (await context.loaders.tracks.load(named.trackKey));
    if (!track) context.caching.isAllowed = false;
    return track;
  }

  @CacheFor(86_400)
  @Query(() => trackKeyScalar, {
    complexity: 0,
    description:
      "Computes the key of a track from its artist and title as search returns them. Letter case and surrounding white space make no difference; everything else does.",
  })
  trackKey(
    @Arg("artist", () => String, { description: "The artist; 1 to 4096 characters." })
    artist: string,
    @Arg("track", () => String, { description: "The title; 1 to 4096 characters." })
    track: string,
  ): TrackKey {
    return trackKeyFrom(parseName(artist, "artist"), parseName(track, "track"));
  }

  @FieldResolver(() => ID, {
    description:
      "Identifies the track among all objects, for caches. It stays the same; do not compose it or take it apart: `trackKey` is for that.",
  })
  id(@Root() track: TrackType): string {
    return globalIdFrom("Track", refOf(track));
  }

  @FieldResolver(() => [String], {
    description:
      "The artists one by one, where the tags of the file list them; else the whole of `artist`.",
  })
  artists(@Root() { artist, artists }: TrackType): readonly string[] {
    return artists ?? [artist];
  }

  @FieldResolver(() => String, {
    description:
      "Equal for tracks whose names may be spellings of one, such as `06 - Title`, `Title - Remastered 2011` and `Title [Explicit]`. It is a hint: names alone never say that two tracks sound the same.",
  })
  recordingKey(@Root() track: TrackType): string {
    return recordingKeyFrom(track);
  }

  @FieldResolver(() => String, {
    description:
      "Identifies the musical work: equal for its live, acoustic, remixed and original versions.",
  })
  workKey(@Root() track: TrackType): string {
    return workKeyFrom(track);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      "Length given by the provider or the file, or else measured, milliseconds; null if unknown.",
  })
  async durationMs(
    @Root() track: TrackType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<number | null> {
    // A search result has only the length that providers give; the measured one is read only where
    // selected.
    const seconds =
      track.durationSeconds ?? (await loaders.tracks.load(refOf(track)))?.durationSeconds;
    return seconds === undefined ? null : Math.round(seconds * 1000);
  }

  @FieldResolver(() => String, {
    description: "The absolute URL of a picture, or of a placeholder if the track has none.",
  })
  thumbnailUrl(@Root() track: TrackType, @Ctx() { baseUrl }: RequestContext): string {
    return artworkUrlFrom(baseUrl, track);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The path of its first library file on the server, in the order of paths; null for keys without the scope `write`, and where the library has no file of it.",
  })
  async path(
    @Root() track: TrackType,
    @Ctx() { loaders, identity }: RequestContext,
  ): Promise<string | null> {
    if (!this.#services.access.hasScope(identity, "write")) return null;
    return (await loaders.paths.load(refOf(track))) ?? null;
  }

  @FieldResolver(() => TaggedValuesType, {
    nullable: true,
    description:
      "What others wrote to the tags of the track's library file, beside Overtone's own analysis; null if it has no such tags.",
  })
  async tagged(
    @Root() track: TrackType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<TaggedValuesType | null> {
    const values = await loaders.tagged.load(refOf(track));
    return values ? taggedDataFrom(values) : null;
  }

  @FieldResolver(() => analysisResultUnion, {
    complexity: costOfComputing,
    description: "The analysis of the track. Starts no analysis unless `compute` is true.",
  })
  analysis(
    @Root() track: TrackType,
    @Args(() => ComputingArgs) computing: ComputingArgs,
    @Ctx() context: RequestContext,
  ): Promise<AnalysisResult> {
    return readAnalysis(this.#services, context, { trackKey: refOf(track) }, computing);
  }

  @FieldResolver(() => TrackAnalysisType, {
    nullable: true,
    description:
      "What was measured on the track, without a fragment; null where that is not ready, and `analysis` says why. Starts no analysis.",
  })
  async features(
    @Root() track: TrackType,
    @Ctx() context: RequestContext,
  ): Promise<TrackAnalysisType | null> {
    const analysis = await findReadyAnalysis(refOf(track), context);
    return analysis ? toTrackAnalysis(analysis) : null;
  }

  @FieldResolver(() => MoodType, {
    nullable: true,
    description:
      "How strongly each of four moods is present, as `features` has it; null where the track has no analysis that is ready.",
  })
  async mood(@Root() track: TrackType, @Ctx() context: RequestContext): Promise<MoodType | null> {
    return (await this.features(track, context))?.mood ?? null;
  }
}

function undefinedWhereUnknown(error: unknown): undefined {
  if (!(error instanceof UnknownTrackIdError)) throw error;
}
