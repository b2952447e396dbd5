import type { RecordingId } from "../track/recording-id.js";
import type { TrackKey } from "../track/track-key.js";
import type { Isrc } from "../track/track.js";

/** Maximum number of rows of one list. */
export const MAX_LISTED_ROWS = 10_000;

/** Maximum number of lists in one file. */
export const MAX_LISTS_IN_FILE = 1_000;

/** Maximum size of a file that is read as a whole, bytes: text and tables. */
export const MAX_LIST_BYTES = 10_000_000;

/** The same of text that is neither UTF-8 nor UTF-16, whose encoding takes longer to tell. */
export const MAX_OLD_TEXT_BYTES = 2_000_000;

/** Maximum size of a file of JSON, bytes: its text becomes values in one turn of the event loop. */
export const MAX_JSON_LIST_BYTES = 4_000_000;

/** Maximum size of a file of XML, bytes, which is read in parts: rekordbox writes the whole collection with its beats. */
export const MAX_XML_LIST_BYTES = 100_000_000;

/** The kinds of files with lists of tracks. */
export const listFormats = [
  "m3u",
  "pls",
  "xspf",
  "jspf",
  "csv",
  "json",
  "jsonl",
  "rekordbox",
] as const;

export type ListFormat = (typeof listFormats)[number];

/** What a row of a list says of its track. All is as the file has it; nothing of it needs to be true. */
export interface RowTrack {
  readonly title?: string;
  /** All artists in one text, as the file separates them. */
  readonly artist?: string;
  readonly album?: string;
  /** Milliseconds, > 0. */
  readonly durationMs?: number;
  readonly isrc?: Isrc;
  /** MusicBrainz recording id, a UUID. */
  readonly musicbrainzId?: string;
  /** 22 letters and digits. */
  readonly spotifyId?: string;
  readonly trackKey?: TrackKey;
  readonly recordingId?: RecordingId;
  /** The path of its file on some machine: absolute or relative, with `/` or `\` between names, without percent escapes. */
  readonly path?: string;
}

/** A row of a list of tracks that another program has written. */
export interface ListedRow extends RowTrack {
  /** From 1, in the order of the list. */
  readonly position: number;
  /** What the file says, as it stands there: at most 500 characters. */
  readonly raw: string;
}

/** A list in a file. */
export interface ListSummary {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** With the folders that it lies in, separated by `/`; `null` where it has none. */
  readonly name: string | null;
  readonly rowCount: number;
}

/** What was read of a file with lists of tracks. */
export interface ReadList {
  readonly format: ListFormat;
  /** All lists in the file, at least one. */
  readonly lists: readonly ListSummary[];
  /** Of the list that was asked for, or of the first one with rows. */
  readonly list: ListSummary;
  readonly rows: readonly ListedRow[];
}
