import { Args, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { type MixPath, type MixStep, parseMixPathLength } from "../../domain/catalogue/mix-path.js";
import type { Track } from "../../domain/track/track.js";
import type { Services } from "../../services/services.js";
import type { MixPathService } from "../../services/similarity/mix-path-service.js";
import { TrackType } from "../track/track-type.js";
import { MixPathArgs } from "./mix-path-args.js";
import { MixPathType, MixStepType, MixTransitionType } from "./mix-path-type.js";

/** Leads from a place of a mix to its track, and to how it follows the one before. */
@Resolver(() => MixStepType)
export class MixStepResolver {
  @FieldResolver(() => TrackType, { description: "The track, with all that is known of it." })
  track(@Root() { track }: MixStepType): Track {
    return track;
  }

  @FieldResolver(() => MixTransitionType, {
    nullable: true,
    description: "How it follows the track before; null for the first.",
  })
  transition(@Root() { transition }: MixStepType): MixTransitionType | undefined {
    return transition;
  }
}

/** Makes playlists that walk from one track to another. */
@Resolver(() => MixPathType)
export class MixPathResolver {
  readonly #mixPaths: MixPathService;

  constructor({ mixPaths }: Services) {
    this.#mixPaths = mixPaths;
  }

  @Query(() => MixPathType, {
    description:
      "A playlist of analysed tracks from one track to another: tempo and mood change evenly, and keys by moves that are compatible on the Camelot wheel where there are such tracks.",
  })
  mixPath(@Args(() => MixPathArgs) { from, to, length }: MixPathArgs): Promise<MixPath> {
    return this.#mixPaths.create(from, to, parseMixPathLength(length));
  }

  @FieldResolver(() => [MixStepType], {
    description:
      "The tracks in order, the first and the last included; fewer than asked for where not enough tracks lie on the way.",
  })
  steps(@Root() { steps }: MixPathType): readonly MixStep[] {
    return steps;
  }
}
