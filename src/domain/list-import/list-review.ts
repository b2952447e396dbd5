import type { LibraryPath } from "../library/library-file.js";
import type { RecordingId } from "../track/recording-id.js";
import type { TrackKey } from "../track/track-key.js";
import type { ListedRow, ReadList } from "./listed-row.js";

/** The most candidates that a row is answered with. */
export const MAX_ROW_CANDIDATES = 5;

/** How a row was matched: one track, several of which one may be it, or none of the library. */
export const rowStates = ["sure", "unsure", "absent"] as const;

export type RowState = (typeof rowStates)[number];

/** What led from a row to a track: an id, the path of its file, or artist and title. */
export const matchGrounds = ["id", "path", "names"] as const;

export type MatchGround = (typeof matchGrounds)[number];

/** A track of the library that a row may mean. */
export interface RowCandidate {
  readonly trackKey: TrackKey;
  /** Absent where its file has not been read whole. */
  readonly recordingId?: RecordingId;
  readonly artist: string;
  readonly trackName: string;
  readonly album?: string;
  readonly durationMs?: number;
  /** The first of its files; absent where it has none. */
  readonly path?: LibraryPath;
  /**
   * How sure it is, [0.5, 1], in steps of 0.0001: 1 for an id or a path that nothing contradicts, at most 0.96 for names. README of
   * the services says what lowers it. It is no probability.
   */
  readonly score: number;
  readonly ground: MatchGround;
}

/** A row, and what it was matched to. */
export interface ReviewedRow {
  readonly row: ListedRow;
  readonly state: RowState;
  /** One where it is sure, one to five where it is unsure, the best first, and none where it is absent. */
  readonly candidates: readonly RowCandidate[];
}

/** A list of another program, row by row, with what the library has of it. */
export interface ListReview extends Omit<ReadList, "rows"> {
  readonly rows: readonly ReviewedRow[];
  readonly counts: Readonly<Record<RowState, number>>;
}
