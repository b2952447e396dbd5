import type { TagRestoration } from "../../domain/tagging/tag-restoration.js";
import type { NewTagItem, TagField } from "../../domain/tagging/tag-field.js";
import type { RecordingId } from "../../domain/track/recording-id.js";

/** A change of one field of a file: all its values before and after. */
export interface RecordedChange {
  readonly field: TagField;
  readonly before: readonly NewTagItem[];
  readonly after: readonly NewTagItem[];
}

/** The changes of one file. */
export interface RecordedWrite {
  /** Absolute. */
  readonly path: string;
  /** The recording in the file, by which it is found where it was moved; earlier versions have not recorded it. */
  readonly recordingId?: RecordingId;
  readonly changes: readonly RecordedChange[];
  /** Brings the whole file back; absent where it was too large, and in journals of earlier versions. */
  readonly restoration?: TagRestoration;
}

/** The changes of one run, in their order. */
export interface RecordedRun {
  readonly id: string;
  readonly writes: readonly RecordedWrite[];
}

/** Remembers which tags were written in place of which, so that it can be undone. */
export interface TagJournal {
  /** Begins a run, and returns its id. */
  begin(): Promise<string>;

  /** Adds the changes of a file, and returns when they are on the disk. */
  add(runId: string, write: RecordedWrite): Promise<void>;

  /** Returns all runs that were not undone, oldest first. */
  list(): Promise<readonly RecordedRun[]>;

  /** Marks a run as undone. */
  markUndone(runId: string): Promise<void>;
}
