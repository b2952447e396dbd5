import {
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Float,
  Int,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { defaultCollapse, type Collapse } from "../../domain/catalogue/collapse.js";
import {
  DEFAULT_MIX_PATH_LENGTH,
  MAX_MIX_PATH_LENGTH,
  type MixPath,
  parseMixPathLength,
  parseMixRules,
  requireFewExcluded,
} from "../../domain/catalogue/mix-path.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import type { MixPathService } from "../../services/similarity/mix-path-service.js";
import {
  costOfNaming,
  deprecatedFor,
  namedRefsOf,
  namedTrackOf,
  trackRefOf,
} from "../identity/named-track.js";
import { itemCount, SCAN_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import { MixPathType, MixStepType } from "./mix-path-type.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { collapseValues } from "../catalogue/collapse-enum.js";
import { TrackFilterInput } from "../catalogue/track-filter-input.js";
import { TrackRefInput } from "../identity/track-ref-input.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** Resolves the track of a step. */
@Resolver(() => MixStepType)
export class MixStepResolver {
  @FieldResolver(() => TrackType, { description: "The track, with its metadata." })
  track(@Root() { track }: MixStepType): Track {
    return track;
  }
}

/** Resolves the query `mixPath`. */
@Resolver()
export class MixPathResolver {
  readonly #mixPaths: MixPathService;

  constructor({ mixPaths }: Services) {
    this.#mixPaths = mixPaths;
  }

  @Query(() => MixPathType, {
    complexity: ({ args, childComplexity }) =>
      costOfNaming(args["start"], args["end"], args["excludedTracks"]) +
      4 * SCAN_COST +
      1 +
      itemCount(args["length"], DEFAULT_MIX_PATH_LENGTH, MAX_MIX_PATH_LENGTH) * childComplexity,
    description:
      "A playlist of analysed tracks from one track to another. Tempo and mood change evenly; adjacent keys are compatible on the Camelot wheel where the catalogue has such tracks. Near-duplicates of one recording, such as an edit and the original, never follow each other.",
  })
  async mixPath(
    @Args(() => MixPathArgs)
    { start, end, from, to, length, filter, collapse, excludedTracks, ...rules }: MixPathArgs,
    @Ctx() context: RequestContext,
  ): Promise<MixPath> {
    const [first, last] = await Promise.all([
      namedTrackOf(trackRefOf(["start", start], ["from", from]), "start", context),
      namedTrackOf(trackRefOf(["end", end], ["to", to]), "end", context),
    ]);
    const count = parseMixPathLength(length);
    requireFewExcluded(excludedTracks ?? [], "excludedTracks");
    const exclude = await namedRefsOf(excludedTracks, "excludedTracks", context);
    return this.#mixPaths.create(first.trackKey, last.trackKey, count, {
      filter: parseComparedFilter(filter, "filter."),
      rules: parseMixRules(rules),
      collapse: collapse ?? undefined,
      exclude,
      budget: context.budget(),
    });
  }
}

/** The arguments of the query `mixPath`. */
@ArgsType()
export class MixPathArgs {
  @Field(() => TrackRefInput, { nullable: true, description: "The first track. Required." })
  readonly start!: TrackRefInput | null | undefined;

  @Field(() => TrackRefInput, { nullable: true, description: "The last track. Required." })
  readonly end!: TrackRefInput | null | undefined;

  @Field(() => trackKeyScalar, {
    nullable: true,
    deprecationReason: deprecatedFor("start"),
    description: "The key of the first track.",
  })
  readonly from!: TrackKey | null | undefined;

  @Field(() => trackKeyScalar, {
    nullable: true,
    deprecationReason: deprecatedFor("end"),
    description: "The key of the last track.",
  })
  readonly to!: TrackKey | null | undefined;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_MIX_PATH_LENGTH,
    description: "Number of tracks, 2 to 50, including the first and the last.",
  })
  readonly length!: number | null;

  @Field(() => TrackFilterInput, {
    nullable: true,
    description:
      "Conditions on the tracks between the first and the last, which need not meet them; `analysed` must not be false.",
  })
  readonly filter!: TrackFilterInput | null | undefined;

  @Field(() => Float, {
    nullable: true,
    description:
      "Maximum change of tempo from one track to the next, per cent, 0 to 100; any change when absent. A track without a tempo then has no place.",
  })
  readonly maxTempoChangePercent!: number | null | undefined;

  @Field(() => Int, {
    nullable: true,
    description:
      "Minimum number of tracks between two tracks of one artist, 0 to 49; when absent, two of one artist follow each other only where no other track is near. Guests make no difference.",
  })
  readonly artistSpacing!: number | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      "Whether every two adjacent keys must be compatible on the Camelot wheel. A track without a key then has no place.",
  })
  readonly compatibleKeysOnly!: boolean | null;

  @Field(() => collapseValues, {
    nullable: true,
    defaultValue: defaultCollapse.compared,
    description: "Which recordings count as one, and are not both between the first and the last.",
  })
  readonly collapse!: Collapse | null;

  @Field(() => [TrackRefInput], {
    nullable: true,
    description:
      "At most 100 tracks that it does not have between the first and the last, nor other recordings of their performances.",
  })
  readonly excludedTracks!: readonly TrackRefInput[] | null | undefined;
}
