import { Args, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { parseMixPathLength, type MixPath, type MixStep } from "../../domain/catalogue/mix-path.js";
import type { Services } from "../../services/services.js";
import type { MixPathService } from "../../services/similarity/mix-path-service.js";
import { MixPathArgs } from "./mix-path-args.js";
import { MixPathType } from "./mix-path-type.js";
import { MixStepType } from "../types/similarity/mix-step-type.js";

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
