import { Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { filterTextsOf, parseOrder } from "../../domain/catalogue/filter-texts.js";
import type { TrackOrder } from "../../domain/catalogue/catalogue-query.js";
import {
  kindOfPlaylist,
  shownRecipeOf,
  undoneRevisionOf,
  type Playlist,
  type PlaylistKind,
} from "../../domain/playlist/playlist.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import { orderDirections, orderFields } from "../catalogue/track-order-input.js";
import { kindConditionValues } from "../analysis/kind-enums.js";
import { recordingPresenceValues } from "../catalogue/recording-presence-enum.js";
import { PRESENCE_TEXT } from "../../domain/track/recording-presence.js";
import { NodeType } from "../identity/node-type.js";
import type { TrackFilterParameters } from "../../domain/catalogue/track-filter.js";
import {
  declareConfidences,
  declareMoods,
  declareDescriptors,
  declareKnown,
  declareTags,
} from "../catalogue/filter-fields.js";

const playlistKindValues = {
  RECIPE: "recipe",
  TRACKS: "tracks",
  FROZEN: "frozen",
} as const satisfies Record<string, PlaylistKind>;

registerEnumType(playlistKindValues, {
  name: "PlaylistKind",
  description: "What a playlist is.",
  valuesConfig: {
    RECIPE: { description: "A recipe, whose tracks are found anew whenever somebody asks." },
    TRACKS: { description: "Rows in an order." },
    FROZEN: {
      description: "Rows that its recipe has found, and that people may have changed since.",
    },
  },
});

/** The order of the tracks of a playlist. */
@ObjectType("PlaylistOrder", { description: "The order of the tracks of a playlist." })
class PlaylistOrderType implements TrackOrder {
  @Field(() => orderFields, { description: "The field they are ordered by." })
  readonly field!: TrackOrder["field"];

  @Field(() => orderDirections, { description: "The direction." })
  readonly direction!: TrackOrder["direction"];

  @Field(() => Int, {
    nullable: true,
    description: "The seed of a random order; null where none was given.",
  })
  readonly seed?: number;
}

/** A playlist that stays. */
@ObjectType("Playlist", {
  implements: NodeType,
  description:
    "A playlist that stays: a recipe, whose tracks are found anew whenever somebody asks for them, or rows in an order. Only the API key that created it has access.",
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

  @Field(() => String, { description: "What is noted of it, plain text; may be empty." })
  readonly note!: string;

  @Field(() => playlistKindValues, { description: "What it is." })
  readonly kind!: PlaylistKind;

  @Field(() => Int, {
    description: "Counts its changes, from 1; a change states the one that it is of.",
  })
  readonly revision!: number;

  @Field(() => Int, {
    nullable: true,
    description: "The number of its rows, missing ones included; null for a recipe.",
  })
  readonly trackCount!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "The length of its rows, milliseconds, as far as it was known when they were added, an integer; null for a recipe.",
  })
  readonly durationMs!: number | null;

  @Field(() => Boolean, { description: "Whether its last change can be undone." })
  readonly isUndoable!: boolean;

  @Field(() => PlaylistFilterType, {
    description: "The conditions on its tracks; a path has none.",
  })
  readonly filter!: PlaylistFilterType;

  @Field(() => [String], {
    description:
      "The same conditions as texts that the URLs of REST and the command line take, such as `mood.relaxed.gte=0.6`.",
  })
  readonly conditions!: readonly string[];

  @Field(() => PlaylistOrderType, {
    nullable: true,
    description:
      "The order of its tracks; null for the default: by artist, or by similarity to the seeds, or along the path.",
  })
  readonly orderBy!: PlaylistOrderType | null;

  @Field(() => Int, {
    description: "Maximum number of tracks of its recipe; without one, the number of its rows.",
  })
  readonly length!: number;

  @Field(() => [ID], {
    description:
      "Its tracks sound like one of these, and do not contain them: track keys or ids of recordings; may be empty.",
  })
  readonly seeds!: readonly TrackRef[];

  @Field(() => [ID], {
    description: "Tracks that it never contains: track keys or ids of recordings; may be empty.",
  })
  readonly exclude!: readonly TrackRef[];

  @Field(() => ID, {
    nullable: true,
    description:
      "The first track of the path that it follows, a track key or the id of a recording; null where it follows none.",
  })
  readonly from!: TrackRef | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "The last track of the path that it follows, a track key or the id of a recording; null where it follows none.",
  })
  readonly to!: TrackRef | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether no two tracks of one artist follow each other, where that can be; null where that depends on the order.",
  })
  readonly spreadArtists!: boolean | null;

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
  const { id, name, note, revision, rows, isWritten } = kept;
  const { path, order, spreadArtists = null, ...selection } = shownRecipeOf(kept);
  return {
    ...{ kept, id, name, note, kind: kindOfPlaylist(kept), revision },
    trackCount: rows?.count ?? null,
    durationMs: rows?.durationMs ?? null,
    isUndoable: undoneRevisionOf(kept) !== null,
    ...{ ...selection, spreadArtists, isWritten },
    conditions: filterTextsOf(selection.filter),
    orderBy: order === null ? null : parseOrder(order),
    from: path?.from ?? null,
    to: path?.to ?? null,
    createdAt: new Date(kept.createdAt).toISOString(),
    changedAt: new Date(kept.changedAt).toISOString(),
  };
}

/** Bounds on a number. */
@ObjectType("PlaylistRange", {
  description: "Bounds on a number. Both are inclusive; one that is null does not apply.",
})
class PlaylistRangeType {
  @Field(() => Float, { nullable: true, description: "The minimum value." })
  readonly gte?: number | null;

  @Field(() => Float, { nullable: true, description: "The maximum value." })
  readonly lte?: number | null;
}

/** Bounds on a time. */
@ObjectType("PlaylistTimeRange", {
  description:
    "Bounds on a time, as they were given. Both are inclusive; one that is null does not apply.",
})
class PlaylistTimeRangeType {
  @Field(() => String, { nullable: true, description: "The earliest time." })
  readonly gte?: string | null;

  @Field(() => String, { nullable: true, description: "The latest time." })
  readonly lte?: string | null;
}

/** Bounds on the confidence of estimates: one field for each estimate. */
@ObjectType("PlaylistConfidenceFilter", {
  description:
    "Bounds on the confidence of estimates, each in [0, 1]; those that are null do not apply.",
})
class PlaylistConfidenceFilterType {}
declareConfidences(PlaylistConfidenceFilterType, PlaylistRangeType);

/** Bounds on the four moods: one field for each mood. */
@ObjectType("PlaylistMoodFilter", {
  description: "Bounds on the four moods, each in [0, 1]; those that are null do not apply.",
})
class PlaylistMoodFilterType {}
declareMoods(PlaylistMoodFilterType, PlaylistRangeType);

/** The conditions on the tracks of a playlist, with the fields of `TrackFilterInput`. */
@ObjectType("PlaylistFilter", {
  description:
    "The conditions on the tracks of a playlist, as they were given. All must be met; one that is null does not apply.",
})
export class PlaylistFilterType {
  @Field(() => String, {
    nullable: true,
    description: "Words that occur in the artist or title, in any order.",
  })
  readonly text?: TrackFilterParameters["text"];

  @Field(() => String, { nullable: true, description: "Where the audio came from." })
  readonly source?: TrackFilterParameters["source"];

  @Field(() => kindConditionValues, { nullable: true, description: "What the recordings are." })
  readonly kind?: TrackFilterParameters["kind"];

  @Field(() => String, {
    nullable: true,
    description: "A key that the key of the track is compatible with on the Camelot wheel.",
  })
  readonly camelotCompatibleWith?: TrackFilterParameters["camelotCompatibleWith"];

  @Field(() => [String], {
    nullable: true,
    description: "Keys, of which the track must have one.",
  })
  readonly keyIn?: TrackFilterParameters["keyIn"];

  @Field(() => PlaylistConfidenceFilterType, {
    nullable: true,
    description: "Bounds on the confidence of estimates.",
  })
  readonly confidence?: TrackFilterParameters["confidence"];

  @Field(() => PlaylistMoodFilterType, {
    nullable: true,
    description: "Bounds on the four moods.",
  })
  readonly mood?: TrackFilterParameters["mood"];

  @Field(() => recordingPresenceValues, { nullable: true, description: PRESENCE_TEXT })
  readonly presence?: TrackFilterParameters["presence"];

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether a tempo is also within its bounds where its double or half is.",
  })
  readonly foldTempo?: TrackFilterParameters["foldTempo"];
}
declareKnown(PlaylistFilterType, { numbers: PlaylistRangeType, times: PlaylistTimeRangeType });
declareTags(PlaylistFilterType);
declareDescriptors(PlaylistFilterType, PlaylistRangeType);
