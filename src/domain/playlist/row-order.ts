import type { RecordingId } from "../track/recording-id.js";

/** The maximum number of rows of a playlist. */
export const MAX_ROWS = 10_000;

/** The rows of a revision of a playlist. */
export interface RowOrder {
  /** The numbers of its rows in their order, each once. */
  readonly numbers: readonly number[];
  /** What is noted of rows, by their numbers; no empty text. */
  readonly notes: ReadonlyMap<number, string>;
}

/** A recording, and what it was called when it became a row. */
export interface RowContent {
  readonly recordingId: RecordingId;
  readonly artist: string;
  readonly trackName: string;
  /** Milliseconds; `null` where the length of the whole recording is not known. */
  readonly durationMs: number | null;
}

/** A row of a playlist, which never changes. */
export interface PlaylistRow extends RowContent {
  /** Integer >= 1, that of no other row that the playlist ever had. */
  readonly number: number;
}

/** The rows of a playlist that has none. */
export const noRows: RowOrder = { numbers: [], notes: new Map() };
