import { Field, ObjectType } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";

/** A track on a page, and its place. */
@ObjectType("TrackEdge", { description: "A track on a page, and its place in the order." })
export class TrackEdgeType {
  declare readonly trackKey: TrackKey;

  @Field(() => String, {
    description: "The place of this track in this order: opaque, for `after` and `before`.",
  })
  readonly cursor!: string;
}
