import { decodeCursor, encodeCursor } from "../cursor-encoding.js";
import { InvalidInputError } from "../errors/request-errors.js";
import type { Analysis } from "../analysis/analysis.js";
import type { RecordingId } from "../track/recording-id.js";
import type { TrackNames } from "../track/track-key.js";

/** The last change of a recording: what is known of it now, whatever it was before. */
export interface RecordingChange {
  readonly recordingId: RecordingId;
  /** Integer >= 1, larger than that of every change before, of any recording. */
  readonly revision: number;
  /** What was measured on it; absent where it was removed or has left the library. */
  readonly known?: ChangedRecording;
}

/** What is known of a recording. */
export interface ChangedRecording {
  /** The analysis, with the name under which it is listed. */
  readonly analysis: Analysis;
  /** All names that lead to it, in the order of their keys. */
  readonly names: readonly TrackNames[];
  /** The ISRC of the first of its files that has one, by the order of their paths. */
  readonly isrc?: string;
  /** The id of the recording at MusicBrainz, of the first of its files that has one. */
  readonly musicbrainzId?: string;
  /** Compressed, as Chromaprint writes it; absent of analyses that have none. */
  readonly fingerprint?: string;
}

/** Changes in their order. */
export interface ChangePage {
  readonly changes: readonly RecordingChange[];
  /** The revision of the last change of the page; the next page begins after it. */
  readonly revision: number;
  /** The revision of the newest change when the page was read; 0 where there was none. */
  readonly newest: number;
}

/** Returns whether there were more changes when a page was read. */
export const hasMoreChanges = ({ revision, newest }: ChangePage): boolean => revision < newest;

const KIND = "change";

/** Returns the cursor after which the changes of later revisions follow. */
export const changeCursorFrom = (revision: number): string => encodeCursor([KIND, revision]);

/**
 * Returns the revision of a cursor; 0, before all changes, where there is none.
 *
 * @throws {InvalidInputError} it is no cursor of changes
 */
export function parseChangeCursor(cursor: string | null | undefined, parameter: string): number {
  if (cursor === null || cursor === undefined) return 0;
  const [kind, revision] = decodeCursor(cursor);
  if (kind === KIND && Number.isSafeInteger(revision) && Number(revision) >= 0) {
    return Number(revision);
  }
  throw new InvalidInputError(parameter, "is not a cursor of changes");
}
