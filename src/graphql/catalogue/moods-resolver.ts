import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Float,
  Int,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import {
  DEFAULT_MOOD_THRESHOLD,
  DEFAULT_MOOD_TRACKS,
  MAX_MOOD_TRACKS,
} from "../../domain/catalogue/mood-query.js";
import type { Track } from "../../domain/track/track.js";
import type { CatalogueService } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import { itemCount, SCAN_COST } from "../limits/costs.js";
import { loadPresentTracks } from "../loaders.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { moods, type Mood } from "../../domain/analysis/descriptors.js";
import type { RecordingId } from "../../domain/track/recording-id.js";

const moodNames = Object.fromEntries(moods.map((mood) => [mood.toUpperCase(), mood]));

/** Resolves the track of a mood holder. */
@Resolver(() => MoodHolderType)
export class MoodHolderResolver {
  @FieldResolver(() => TrackType, {
    nullable: true,
    description: "The track; null if its metadata has been deleted since.",
  })
  track(
    @Root() { recordingId }: MoodHolderType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Track | undefined> {
    return loaders.tracks.load(recordingId);
  }
}

/** Resolves the query `moods`. */
@Resolver(() => MoodHoldersType)
export class MoodsResolver {
  readonly #catalogue: CatalogueService;

  constructor({ catalogue }: Services) {
    this.#catalogue = catalogue;
  }

  @Query(() => [MoodHoldersType], {
    complexity: ({ args, childComplexity }) =>
      4 *
      (SCAN_COST +
        1 +
        itemCount(args["first"], DEFAULT_MOOD_TRACKS, MAX_MOOD_TRACKS) * childComplexity),
    description:
      "For each of the four moods: how many analysed tracks have it, and the tracks with the highest values. A track may have several moods, or none.",
  })
  async moods(
    @Arg("threshold", () => Float, {
      defaultValue: DEFAULT_MOOD_THRESHOLD,
      description: "The minimum value for a track to count as having a mood, in [0, 1].",
    })
    threshold: number,
    @Arg("first", () => Int, {
      defaultValue: DEFAULT_MOOD_TRACKS,
      description: "Maximum number of tracks returned for each mood, 1 to 25.",
    })
    first: number,
    @Ctx() { loaders, budget }: RequestContext,
  ): Promise<readonly MoodHoldersType[]> {
    const holders = await this.#catalogue.listMoods({ threshold, first }, "first", budget());
    return holders.map(({ mood, count, strongest }) => {
      loaders.addAnalyses(strongest);
      return { mood, count, analyses: strongest };
    });
  }

  @FieldResolver(() => [MoodHolderType], {
    complexity: 1,
    description:
      "The tracks with the highest values, highest first; ties are ordered by the id of the recording.",
  })
  strongest(@Root() { mood, analyses }: MoodHoldersType): readonly MoodHolderType[] {
    return analyses.map(({ recordingId, estimates }) => ({
      recordingId,
      value: estimates[mood].value ?? 0,
    }));
  }

  @FieldResolver(() => [TrackType], {
    complexity: 1,
    description:
      "The tracks of `strongest` without the values, in the same order; without those whose metadata has been deleted since.",
  })
  tracks(
    @Root() { analyses }: MoodHoldersType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<readonly Track[]> {
    const refs = analyses.map(({ recordingId }) => recordingId);
    return loadPresentTracks(loaders, refs);
  }
}

/** A track that has a mood. */
@ObjectType("MoodHolder", { description: "A track that has a mood." })
export class MoodHolderType {
  declare readonly recordingId: RecordingId;

  @Field(() => Float, { description: "How strongly the mood is present, in [0, 1]." })
  readonly value!: number;
}
registerEnumType(moodNames, {
  name: "MoodName",
  description: "The moods that are estimated for every track.",
  valuesConfig: Object.fromEntries(
    moods.map((mood) => [
      mood.toUpperCase(),
      { description: `${mood.charAt(0).toUpperCase()}${mood.slice(1)}.` },
    ]),
  ),
});

/** The tracks that have a mood. */
@ObjectType("MoodHolders", { description: "The tracks that have a mood." })
export class MoodHoldersType {
  declare readonly analyses: readonly Analysis[];

  @Field(() => moodNames, { description: "The mood." })
  readonly mood!: Mood;

  @Field(() => Int, { description: "How many analysed tracks have it." })
  readonly count!: number;
}
