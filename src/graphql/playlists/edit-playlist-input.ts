import { Field, ID, InputType, Int } from "type-graphql";
import { TrackRefInput } from "../identity/track-ref-input.js";

/** Tracks that become rows. */
@InputType("InsertRowsInput", { description: "Tracks that become rows of a playlist." })
class InsertRowsInput {
  @Field(() => [TrackRefInput], {
    description: "The tracks, at most 2 000, the same several times where it is wanted.",
  })
  readonly tracks!: readonly TrackRefInput[];

  @Field(() => Int, {
    nullable: true,
    description: "The position that the first of them has afterwards; the end when absent.",
  })
  readonly at?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "What is noted of each of them, at most 500 characters; nothing when absent.",
  })
  readonly note?: string | null;
}

/** Rows that are moved. */
@InputType("MoveRowsInput", { description: "Rows of a playlist that are moved together." })
class MoveRowsInput {
  @Field(() => [Int], { description: "Their numbers, in the order that they have afterwards." })
  readonly rows!: readonly number[];

  @Field(() => Int, { description: "The position that the first of them has afterwards." })
  readonly at!: number;
}

/** Rows that are removed. */
@InputType("RemoveRowsInput", { description: "Rows that a playlist is not to have any more." })
class RemoveRowsInput {
  @Field(() => [Int], { description: "Their numbers." })
  readonly rows!: readonly number[];
}

/** A track that takes the place of a row. */
@InputType("ReplaceRowInput", {
  description: "A track that takes the place of a row, and its note, as a new row.",
})
class ReplaceRowInput {
  @Field(() => Int, { description: "The number of the row." })
  readonly row!: number;

  @Field(() => TrackRefInput, { description: "The track." })
  readonly track!: TrackRefInput;
}

/** What is noted of a row. */
@InputType("AnnotateRowInput", { description: "What is noted of a row." })
class AnnotateRowInput {
  @Field(() => Int, { description: "The number of the row." })
  readonly row!: number;

  @Field(() => String, {
    nullable: true,
    description: "Plain text, at most 500 characters; nothing when absent.",
  })
  readonly note?: string | null;
}

/** One edit of the rows of a playlist. `schema.ts` marks the type `@oneOf`. */
@InputType("PlaylistRowEdit", {
  description: "One edit of the rows of a playlist, exactly one of these. Positions count from 0.",
})
export class PlaylistRowEditInput {
  @Field(() => InsertRowsInput, { nullable: true, description: "Adds tracks as rows." })
  readonly insert?: InsertRowsInput | null;

  @Field(() => MoveRowsInput, { nullable: true, description: "Moves rows." })
  readonly move?: MoveRowsInput | null;

  @Field(() => RemoveRowsInput, { nullable: true, description: "Removes rows." })
  readonly remove?: RemoveRowsInput | null;

  @Field(() => ReplaceRowInput, { nullable: true, description: "Replaces a row by a track." })
  readonly replace?: ReplaceRowInput | null;

  @Field(() => AnnotateRowInput, { nullable: true, description: "Notes something of a row." })
  readonly annotate?: AnnotateRowInput | null;
}

/** A change of parts of a playlist. */
@InputType("EditPlaylistInput", {
  description:
    "A change of parts of a playlist; what is absent stays. All of it becomes one revision, or nothing does.",
})
export class EditPlaylistInput {
  @Field(() => ID, { description: "Identifies the playlist." })
  readonly id!: string;

  @Field(() => Int, {
    description:
      "The revision that you saw. Where another change came between, nothing is changed: the error `PLAYLIST_CHANGED` has the present one.",
  })
  readonly revision!: number;

  @Field(() => String, { nullable: true, description: "Its new name, 1 to 200 characters." })
  readonly name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Its new note, plain text, at most 1 000 characters.",
  })
  readonly note?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it is written into the folder of playlists after each scan.",
  })
  readonly isWritten?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True keeps the tracks that the recipe finds now as rows; false gives a frozen playlist back to its recipe.",
  })
  readonly isFrozen?: boolean | null;

  @Field(() => [PlaylistRowEditInput], {
    nullable: true,
    description:
      "Edits of its rows, one after the other, after it was frozen: at most 100, which name at most 2 000 tracks and rows.",
  })
  readonly edits?: readonly PlaylistRowEditInput[] | null;
}
