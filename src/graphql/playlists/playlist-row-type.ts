import { Field, ID, Int, ObjectType } from "type-graphql";
import type { PlaylistItem, PlaylistPage } from "../../services/playlists/playlist-rows.js";
import type { RecordingId } from "../../domain/track/recording-id.js";

/** What a row was called when it was added. */
@ObjectType("PlaylistRowNames", { description: "What a row of a playlist was when it was added." })
class PlaylistRowNamesType {
  @Field(() => ID, { description: "Its recording: `rec:` and 16 hex characters." })
  readonly recordingId!: RecordingId;

  @Field(() => String, { description: "The artist." })
  readonly artist!: string;

  @Field(() => String, { description: "The title." })
  readonly trackName!: string;

  @Field(() => Int, {
    nullable: true,
    description: "Its length, milliseconds; null where it was not known.",
  })
  readonly durationMs!: number | null;
}

/** What a playlist has at a position. */
@ObjectType("PlaylistRow", { description: "What a playlist has at a position." })
export class PlaylistRowType {
  declare readonly item: PlaylistItem;

  @Field(() => Int, { description: "Its position, from 0; missing rows count." })
  readonly position!: number;

  @Field(() => Int, {
    nullable: true,
    description: "The number of the row, by which edits name it; null in a recipe.",
  })
  readonly row!: number | null;

  @Field(() => String, { description: "What is noted of the row, plain text; may be empty." })
  readonly note!: string;

  @Field(() => Boolean, {
    description: "Whether its recording is not in the library any more; it may return.",
  })
  readonly isMissing!: boolean;

  @Field(() => PlaylistRowNamesType, {
    nullable: true,
    description: "What it was when it was added; null in a recipe.",
  })
  readonly addedAs!: PlaylistRowNamesType | null;
}

/** A row on a page, with its cursor. */
@ObjectType("PlaylistRowEdge", { description: "A row on a page, with its cursor." })
export class PlaylistRowEdgeType {
  @Field(() => PlaylistRowType, { description: "The row." })
  readonly node!: PlaylistRowType;

  @Field(() => String, {
    description: "The position of this row: an opaque text, for `after` and `before`.",
  })
  readonly cursor!: string;
}

/** One page of rows. */
@ObjectType("PlaylistRowConnection", {
  description: "One page of a playlist, as a Relay cursor connection.",
})
export class PlaylistRowConnectionType {
  declare readonly page: PlaylistPage;

  @Field(() => Int, { description: "Number of rows on all pages." })
  readonly totalCount!: number;
}

/** Converts what a playlist has at a position to its schema type. */
export function toPlaylistRowType(item: PlaylistItem): PlaylistRowType {
  const { position, row, note, isMissing } = item;
  return {
    ...{ item, position, row: row?.number ?? null, note, isMissing },
    addedAs: row,
  };
}
