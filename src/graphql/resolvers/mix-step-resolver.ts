import { FieldResolver, Resolver, Root } from "type-graphql";
import type { Track } from "../../domain/track/track.js";
import { MixStepType } from "../types/similarity/mix-step-type.js";
import { MixTransitionType } from "../types/similarity/mix-transition-type.js";
import { TrackType } from "../track/track-type.js";

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
