import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  Int,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import { defaultCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import {
  DEFAULT_ALBUM_SPACING,
  DEFAULT_ARTIST_SPACING,
  DEFAULT_CONTINUATION_LENGTH,
  MAX_CONTINUATION_LENGTH,
  parseContinuation,
  type Continuation,
  type ContinuedTrack,
  type LibrarySeeds,
} from "../../domain/catalogue/continuation.js";
import { parseSimilarityWeights } from "../../domain/catalogue/similarity.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import { collapseValues } from "../catalogue/collapse-enum.js";
import { TrackFilterInput } from "../catalogue/track-filter-input.js";
import { costOfNaming, namedRefsOf } from "../identity/named-track.js";
import { TrackRefInput } from "../identity/track-ref-input.js";
import { itemCount, SCAN_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import { SimilarityWeightsInput } from "./similarity-weights-input.js";

const librarySeedsValues = {
  FAVOURITES: "favourites",
  PLAYS: "plays",
} as const satisfies Record<string, LibrarySeeds>;

registerEnumType(librarySeedsValues, {
  name: "LibrarySeeds",
  description: "Kinds of seeds that the library has from music servers.",
  valuesConfig: {
    FAVOURITES: { description: "Ten favourites, chosen at random." },
    PLAYS: { description: "The ten tracks that were played last." },
  },
});

/** What is heard next. */
@InputType("ContinuationInput", {
  description: "What is continued, and what every step meets. There must be a seed, or `from`.",
})
export class ContinuationInput {
  @Field(() => [TrackRefInput], {
    nullable: true,
    description:
      "Seeds: the tracks sound like one of these, and are none of these. At most 20 analysed tracks.",
  })
  readonly seeds?: readonly TrackRefInput[] | null;

  @Field(() => [TrackRefInput], {
    nullable: true,
    description: "The tracks do not sound like these: at most 20 analysed tracks.",
  })
  readonly unlike?: readonly TrackRefInput[] | null;

  @Field(() => [librarySeedsValues], { nullable: true, description: "More seeds." })
  readonly from?: readonly LibrarySeeds[] | null;

  @Field(() => [TrackRefInput], {
    nullable: true,
    description:
      "Tracks that were heard, the last one last; the seeds when absent. None of them follows again, and the first step leads from the last of them. At most 500.",
  })
  readonly heard?: readonly TrackRefInput[] | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "How far from the seeds the tracks may be, 0 to 1; 0, which takes the nearest ones, when absent.",
  })
  readonly exploration?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "The seed of the random choice where `exploration` is above 0, from 0 on: the same number gives the same tracks; 0 when absent.",
  })
  readonly chance?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "Maximum change of tempo from one track to the next, per cent, 0 to 100; any change when absent. A track without a tempo then has no place.",
  })
  readonly maxTempoChangePercent?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether every two adjacent keys must be compatible on the Camelot wheel; false when absent. A track without a key then has no place.",
  })
  readonly compatibleKeysOnly?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: `Minimum number of tracks between two tracks of one artist, 0 to 99; ${DEFAULT_ARTIST_SPACING} when absent.`,
  })
  readonly artistSpacing?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: `Minimum number of tracks between two tracks of one album, 0 to 99; ${DEFAULT_ALBUM_SPACING} when absent.`,
  })
  readonly albumSpacing?: number | null;

  @Field(() => SimilarityWeightsInput, {
    nullable: true,
    description: "Factors on the weights of what tracks are compared by.",
  })
  readonly weights?: SimilarityWeightsInput | null;
}

/** How many tracks follow, and which. */
@ArgsType()
class ContinuationArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_CONTINUATION_LENGTH,
    description: "Maximum number of tracks to return, 1 to 100.",
  })
  readonly first!: number | null;

  @Field(() => TrackFilterInput, {
    nullable: true,
    description: "Conditions on the tracks; `analysed` must not be false.",
  })
  readonly filter!: TrackFilterInput | null | undefined;

  @Field(() => collapseValues, {
    nullable: true,
    defaultValue: defaultCollapse.compared,
    description: "Which recordings count as one.",
  })
  readonly collapse!: Collapse | null;
}

/** A track that is heard next. */
@ObjectType("ContinuedTrack", { description: "A track that is heard next." })
export class ContinuedTrackType {
  declare readonly track: Track;

  @Field(() => ID, { description: "The recording of the seed that it sounds most like." })
  readonly like!: string;

  @Field(() => Float, {
    description:
      "The similarity to this seed, in [0, 1]: 1 where all compared values are equal, about 0.37 for two tracks chosen at random.",
  })
  readonly similarity!: number;
}

/** Resolves the track of a continuation. */
@Resolver(() => ContinuedTrackType)
export class ContinuedTrackResolver {
  @FieldResolver(() => TrackType, { description: "The track, with its metadata." })
  track(@Root() { track }: ContinuedTrackType): Track {
    return track;
  }
}

/** Resolves the query `continueFrom`. */
@Resolver()
export class ContinuationResolver {
  readonly #continuations: Services["continuations"];

  constructor({ continuations }: Services) {
    this.#continuations = continuations;
  }

  @Query(() => [ContinuedTrackType], {
    complexity: ({ args, childComplexity }) =>
      costOfNames(args["input"]) +
      4 * SCAN_COST +
      itemCount(args["first"], DEFAULT_CONTINUATION_LENGTH, MAX_CONTINUATION_LENGTH) *
        (1 + childComplexity),
    description:
      "What is heard next: analysed tracks that sound like one of the seeds, in an order that can be listened to. It has no track that was heard, no other version of one, such as a live recording or a demo, and no two tracks of one artist or album close together. It has fewer tracks than asked for where no other meets the bounds. The error is NOT_FOUND where only favourites or plays are asked for, and the library has none.",
  })
  async continueFrom(
    @Arg("input", () => ContinuationInput, { description: "What is continued." })
    input: ContinuationInput,
    @Args(() => ContinuationArgs) { first, filter, collapse }: ContinuationArgs,
    @Ctx() context: RequestContext,
  ): Promise<readonly ContinuedTrack[]> {
    const continuation = await continuationFrom(input, first, context);
    const weights = parseSimilarityWeights(input.weights ?? {});
    return this.#continuations.continue(continuation, weights, {
      filter: parseComparedFilter(filter, "filter."),
      collapse: collapse ?? undefined,
      budget: context.budget(),
    });
  }
}

/** Returns what is continued, with what leads to the tracks that it names. */
async function continuationFrom(
  input: ContinuationInput,
  first: number | null,
  context: RequestContext,
): Promise<Continuation> {
  const [seeds, unlike, heard] = await Promise.all([
    namedRefsOf(input.seeds, "input.seeds", context),
    namedRefsOf(input.unlike, "input.unlike", context),
    namedRefsOf(input.heard, "input.heard", context),
  ]);
  return parseContinuation({ ...input, seeds, unlike, heard, count: first }, "first");
}

/** Returns the cost of finding the tracks that a continuation names. */
function costOfNames(input: unknown): number {
  const { seeds, unlike, heard } = Object(input) as ContinuationInput;
  return costOfNaming(seeds, unlike, heard);
}
