import type { TableTrackFragment, TableValuesFragment } from "../generated/documents.js";
import { trackAddressOf } from "../parts/track-address.js";

/** What is measured on a track of a table. */
export type ShownValues = TableValuesFragment;

/** A track of a table; what is not known of it is `null`. */
export interface ShownRow {
  readonly trackKey: string;
  /** `null` where it is a name only, such as a result of a search. */
  readonly recordingId: string | null;
  readonly trackName: string;
  readonly artist: string;
  readonly album: string | null;
  readonly albumArtist: string | null;
  readonly composer: string | null;
  readonly genre: string | null;
  readonly label: string | null;
  readonly year: number | null;
  /** On its disc. */
  readonly trackNumber: number | null;
  readonly durationMs: number | null;
  readonly thumbnailUrl: string | null;
  readonly values: ShownValues | null;
  /** Tells it from others of the same track in one list, as in a playlist; absent where each track is listed once. */
  readonly rowId?: string;
}

/** Returns what tells a row from the others of its list. */
export const rowIdOf = (row: ShownRow): string => row.rowId ?? trackAddressOf(row);

/** Returns the row of a track. */
export function rowOfTrack({ analysis, ...track }: TableTrackFragment): ShownRow {
  const values = analysis.__typename === "TrackAnalysis" ? analysis : null;
  return { ...track, recordingId: track.recordingId ?? values?.recordingId ?? null, values };
}
