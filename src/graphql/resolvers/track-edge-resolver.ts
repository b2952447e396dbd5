import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { Track } from "../../domain/track/track.js";
import type { RequestContext } from "../request-context.js";
import { TrackEdgeType } from "../types/track-edge-type.js";
import { TrackType } from "../track/track-type.js";

/** Leads from a place on a page to its track. */
@Resolver(() => TrackEdgeType)
export class TrackEdgeResolver {
  @FieldResolver(() => TrackType, {
    nullable: true,
    description: "The track; null when it was forgotten since the page was made.",
  })
  node(
    @Root() { trackKey }: TrackEdgeType,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Track | undefined> {
    return loaders.tracks.load(trackKey);
  }
}
