import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { Track } from "../../domain/track/track.js";
import type { RequestContext } from "../request-context.js";
import { MoodHolderType } from "../types/mood-holder-type.js";
import { TrackType } from "../track/track-type.js";

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
