import { Args, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import {
  DEFAULT_MIX_PATH_LENGTH,
  MAX_MIX_PATH_LENGTH,
  type MixPath,
  parseMixPathLength,
  parseMixRules,
} from "../../domain/catalogue/mix-path.js";
import { parseComparedFilter } from "../../domain/catalogue/track-filter.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import type { MixPathService } from "../../services/similarity/mix-path-service.js";
import { costOfNaming, namedTrackOf, trackRefOf } from "../identity/named-track.js";
import { itemCount, SCAN_COST } from "../limits/costs.js";
import type { RequestContext } from "../request-context.js";
import { TrackType } from "../track/track-type.js";
import { MixPathArgs } from "./mix-path-args.js";
import { MixPathType, MixStepType } from "./mix-path-type.js";

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
      costOfNaming(args["start"], args["end"]) +
      4 * SCAN_COST +
      1 +
      itemCount(args["length"], DEFAULT_MIX_PATH_LENGTH, MAX_MIX_PATH_LENGTH) * childComplexity,
    description:
      "A playlist of analysed tracks from one track to another. Tempo and mood change evenly; adjacent keys are compatible on the Camelot wheel where the catalogue has such tracks. Near-duplicates of one recording, such as an edit and the original, never follow each other.",
  })
  async mixPath(
    @Args(() => MixPathArgs) { start, end, from, to, length, filter, ...rules }: MixPathArgs,
    @Ctx() context: RequestContext,
  ): Promise<MixPath> {
    const [first, last] = await Promise.all([
      namedTrackOf(trackRefOf(["start", start], ["from", from]), "start", context),
      namedTrackOf(trackRefOf(["end", end], ["to", to]), "end", context),
    ]);
    const count = parseMixPathLength(length);
    return this.#mixPaths.create(first.trackKey, last.trackKey, count, {
      filter: parseComparedFilter(filter, "filter."),
      rules: parseMixRules(rules),
      signal: context.signal(),
    });
  }
}
