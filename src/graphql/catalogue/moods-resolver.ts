import { Arg, Ctx, FieldResolver, Float, Int, Query, Resolver, Root } from "type-graphql";
import { defaultMoodThreshold, defaultMoodTracks } from "../../domain/catalogue/mood-query.js";
import type { Track } from "../../domain/track/track.js";
import type { CatalogueService } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import { MoodHoldersType, MoodHolderType } from "./mood-holders-type.js";

/** Leads from a track that holds a mood to the track. */
@Resolver(() => MoodHolderType)
export class MoodHolderResolver {
  @FieldResolver(() => TrackType, {
    nullable: true,
    description: "The track; null when it was forgotten since.",
  })
  track(
    @Root() { trackKey }: MoodHolderType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Track | undefined> {
    return loaders.tracks.load(trackKey);
  }
}

/** Tells which tracks hold which mood. */
@Resolver(() => MoodHoldersType)
export class MoodsResolver {
  readonly #catalogue: CatalogueService;

  constructor({ catalogue }: Services) {
    this.#catalogue = catalogue;
  }

  @Query(() => [MoodHoldersType], {
    description:
      "For each of the four moods, how many analysed tracks hold it, and those that hold it most strongly. A track may hold several moods, or none.",
  })
  async moods(
    @Arg("threshold", () => Float, {
      defaultValue: defaultMoodThreshold,
      description: "A track holds a mood whose value is at least this; in [0, 1].",
    })
    threshold: number,
    @Arg("first", () => Int, {
      defaultValue: defaultMoodTracks,
      description: "The most tracks to name of each mood; 1 to 25.",
    })
    first: number,
    @Ctx() { loaders }: RequestContext,
  ): Promise<readonly MoodHoldersType[]> {
    const holders = await this.#catalogue.listMoods({ threshold, first }, "first");
    return holders.map(({ mood, count, strongest }) => {
      loaders.know(strongest);
      return { mood, count, analyses: strongest };
    });
  }

  @FieldResolver(() => [MoodHolderType], {
    description: "Those that hold it most strongly, strongest first, ties by track key.",
  })
  strongest(@Root() { mood, analyses }: MoodHoldersType): readonly MoodHolderType[] {
    return analyses.map(({ trackKey, estimates }) => ({
      trackKey,
      value: estimates[mood].value ?? 0,
    }));
  }
}
