import { Args, FieldResolver, Query, Resolver, Root } from "type-graphql";
import {
  DEFAULT_MIX_PATH_LENGTH,
  MAX_MIX_PATH_LENGTH,
  type MixPath,
  parseMixPathLength,
  parseMixRules,
} from "../../domain/catalogue/mix-path.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import type { MixPathService } from "../../services/similarity/mix-path-service.js";
import { itemCount, SCAN_COST } from "../limits/costs.js";
import { TrackType } from "../track/track-type.js";
import { analysedFilterFrom } from "./analysed-filter.js";
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
      4 * SCAN_COST +
      1 +
      itemCount(args["length"], DEFAULT_MIX_PATH_LENGTH, MAX_MIX_PATH_LENGTH) * childComplexity,
    description:
      "A playlist of analysed tracks from one track to another. Tempo and mood change evenly; adjacent keys are compatible on the Camelot wheel where the catalogue has such tracks. Near-duplicates of one recording, such as an edit and the original, never follow each other.",
  })
  mixPath(
    @Args(() => MixPathArgs) { from, to, length, filter, ...rules }: MixPathArgs,
  ): Promise<MixPath> {
    return this.#mixPaths.create(from, to, parseMixPathLength(length), {
      filter: analysedFilterFrom(filter),
      rules: parseMixRules(rules),
    });
  }
}
