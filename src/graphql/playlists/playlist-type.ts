import { Field, ID, Int, ObjectType } from "type-graphql";
import { parseOrder } from "../../domain/catalogue/filter-texts.js";
import type { TrackOrder } from "../../domain/catalogue/catalogue-query.js";
import type { Playlist } from "../../domain/playlist/playlist.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import { orderDirections, orderFields } from "../catalogue/track-order-input.js";
import { NodeType } from "../identity/node-type.js";
import { trackKeyScalar } from "../track-key-scalar.js";
import { PlaylistFilterType } from "./playlist-filter-type.js";

/** The order of the tracks of a playlist. */
@ObjectType("PlaylistOrder", { description: "The order of the tracks of a playlist." })
class PlaylistOrderType implements TrackOrder {
  @Field(() => orderFields, { description: "The field they are ordered by." })
  readonly field!: TrackOrder["field"];

  @Field(() => orderDirections, { description: "The direction." })
  readonly direction!: TrackOrder["direction"];
}

/** A playlist that stays. */
@ObjectType("Playlist", {
  implements: NodeType,
  description:
    "A playlist that stays: its recipe is kept, and its tracks are found anew whenever somebody asks for them. Only the API key that created it has access.",
})
export class PlaylistType extends NodeType {
  declare readonly kept: Playlist;

  @Field(() => ID, {
    description:
      "Identifies the playlist among all objects: `pl_` and 16 hex characters, as in REST.",
  })
  declare readonly id: string;

  @Field(() => String, { description: "Its name, unique among the playlists of the API key." })
  readonly name!: string;

  @Field(() => PlaylistFilterType, {
    description: "The conditions on its tracks; a path has none.",
  })
  readonly filter!: PlaylistFilterType;

  @Field(() => PlaylistOrderType, {
    nullable: true,
    description:
      "The order of its tracks; null for the default: by artist, or by similarity to the seeds, or along the path.",
  })
  readonly orderBy!: PlaylistOrderType | null;

  @Field(() => Int, { description: "Maximum number of tracks." })
  readonly length!: number;

  @Field(() => [trackKeyScalar], {
    description: "Its tracks sound like one of these, and do not contain them; may be empty.",
  })
  readonly seeds!: readonly TrackKey[];

  @Field(() => [trackKeyScalar], { description: "Tracks that it never contains; may be empty." })
  readonly exclude!: readonly TrackKey[];

  @Field(() => trackKeyScalar, {
    nullable: true,
    description: "The first track of the path that it follows; null where it follows none.",
  })
  readonly from!: TrackKey | null;

  @Field(() => trackKeyScalar, {
    nullable: true,
    description: "The last track of the path that it follows; null where it follows none.",
  })
  readonly to!: TrackKey | null;

  @Field(() => Boolean, {
    description: "Whether it is written into the folder of playlists after each scan.",
  })
  readonly isWritten!: boolean;

  @Field(() => String, { description: "The time of its creation, ISO 8601." })
  readonly createdAt!: string;

  @Field(() => String, { description: "The time of its last change, ISO 8601." })
  readonly changedAt!: string;
}

/** Converts a playlist to its schema type. */
export function toPlaylistType(kept: Playlist): PlaylistType {
  const { id, name, recipe, isWritten } = kept;
  const { path, order, ...selection } = recipe;
  return {
    ...{ kept, id, name, ...selection, isWritten },
    orderBy: order === null ? null : parseOrder(order),
    from: path?.from ?? null,
    to: path?.to ?? null,
    createdAt: new Date(kept.createdAt).toISOString(),
    changedAt: new Date(kept.changedAt).toISOString(),
  };
}
