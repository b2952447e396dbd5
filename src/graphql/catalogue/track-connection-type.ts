import { Field, ObjectType } from "type-graphql";
import type { Page } from "../../domain/catalogue/catalogue-query.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** A track on a page, with its cursor. */
@ObjectType("TrackEdge", { description: "A track on a page, with its cursor." })
export class TrackEdgeType {
  declare readonly trackKey: TrackKey;

  @Field(() => String, {
    description:
      "The position of this track in this order: an opaque text, for `after` and `before`.",
  })
  readonly cursor!: string;
}

/** One page of tracks. */
@ObjectType("TrackConnection", {
  description: "One page of tracks, as a Relay cursor connection.",
})
export class TrackConnectionType {
  declare readonly page: Page<TrackEdgeType>;
}
