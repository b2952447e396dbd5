import { Field, ID, InputType, Int } from "type-graphql";
import type { TrackKey } from "../../domain/track/track-key.js";
import { TrackFilterInput } from "../catalogue/track-filter-input.js";
import { TrackOrderInput } from "../catalogue/track-order-input.js";
import { deprecatedFor } from "../identity/named-track.js";
import { TrackRefInput } from "../identity/track-ref-input.js";
import { trackKeyScalar } from "../track-key-scalar.js";

/** A playlist to keep. */
@InputType("SavePlaylistInput", {
  description: "A playlist to keep. What is absent gets its default, also in a change.",
})
export class SavePlaylistInput {
  @Field(() => ID, {
    nullable: true,
    description: "The playlist to replace; a new one is created when absent.",
  })
  readonly id?: string | null;

  @Field(() => String, {
    description: "Its name, 1 to 200 characters, unique among the playlists of the API key.",
  })
  readonly name!: string;

  @Field(() => String, {
    nullable: true,
    description: "What is noted of it, plain text, at most 1 000 characters; nothing when absent.",
  })
  readonly note?: string | null;

  @Field(() => [TrackRefInput], {
    nullable: true,
    description:
      "At most 2 000 tracks that it keeps as rows, in this order, several times where they are; then it has no recipe.",
  })
  readonly tracks?: readonly TrackRefInput[] | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Only in a change: the revision that it is of. Where another change came between, the error is `PLAYLIST_CHANGED`; when absent, of whatever there is.",
  })
  readonly revision?: number | null;

  @Field(() => TrackFilterInput, {
    nullable: true,
    description:
      "The conditions on its tracks; not for a path, and without `analysed`: a playlist has only tracks that are analysed.",
  })
  readonly filter?: TrackFilterInput | null;

  @Field(() => TrackOrderInput, {
    nullable: true,
    description:
      "The order of its tracks; not for a path. By artist when absent, or by similarity to the seeds.",
  })
  readonly orderBy?: TrackOrderInput | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Maximum number of tracks, 1 to 1 000, 50 when absent; of a path 2 to 50, 10 when absent.",
  })
  readonly length?: number | null;

  @Field(() => [TrackRefInput], {
    nullable: true,
    description: "At most 20 analysed tracks; its tracks sound like one of them. Not for a path.",
  })
  readonly seedTracks?: readonly TrackRefInput[] | null;

  @Field(() => [TrackRefInput], {
    nullable: true,
    description: "At most 1 000 tracks that it never contains.",
  })
  readonly excludedTracks?: readonly TrackRefInput[] | null;

  @Field(() => TrackRefInput, {
    nullable: true,
    description: "The first track of a path in small steps, together with `end`.",
  })
  readonly start?: TrackRefInput | null;

  @Field(() => TrackRefInput, {
    nullable: true,
    description: "The last track of the path, together with `start`.",
  })
  readonly end?: TrackRefInput | null;

  @Field(() => [trackKeyScalar], {
    nullable: true,
    deprecationReason: deprecatedFor("seedTracks"),
    description: "The keys of the seeds.",
  })
  readonly seeds?: readonly TrackKey[] | null;

  @Field(() => [trackKeyScalar], {
    nullable: true,
    deprecationReason: deprecatedFor("excludedTracks"),
    description: "The keys of tracks that it never contains.",
  })
  readonly exclude?: readonly TrackKey[] | null;

  @Field(() => trackKeyScalar, {
    nullable: true,
    deprecationReason: deprecatedFor("start"),
    description: "The key of the first track of a path.",
  })
  readonly from?: TrackKey | null;

  @Field(() => trackKeyScalar, {
    nullable: true,
    deprecationReason: deprecatedFor("end"),
    description: "The key of the last track of the path.",
  })
  readonly to?: TrackKey | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether no two tracks of one artist follow each other, where that can be; when absent, unless an order other than RANDOM is given.",
  })
  readonly spreadArtists?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether it is written into the folder of playlists (`PLAYLIST_DIR`) after each scan; false when absent.",
  })
  readonly isWritten?: boolean | null;
}
