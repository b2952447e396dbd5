import type { FileId, LibraryPath } from "../../domain/library/library-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Isrc } from "../../domain/track/track.js";
import type { WorkBudget } from "../../domain/work-budget.js";

/** What a track is called. */
interface CalledTrack {
  readonly trackKey: TrackKey;
  readonly artist: string;
  readonly trackName: string;
  readonly album?: string;
  readonly albumArtist?: string;
  /** As it was measured, or else as its file says. */
  readonly durationMs?: number;
}

/** What a recording is called that no file holds: one that was uploaded, or measured from a preview. */
export interface CalledRecording extends CalledTrack {
  readonly recordingId: RecordingId;
}

/** What a file of the library, or a track of one, is called: by the user, or else in its tags. */
export interface CalledFile extends CalledTrack {
  readonly fileId: FileId;
  readonly path: LibraryPath;
  /** Whether it is a part of the file, by a cue sheet. */
  readonly isPart: boolean;
  /** The recording that it holds; absent where it has not been read whole since its bytes changed. */
  readonly recordingId?: RecordingId;
  /** The artists one by one, at least two; absent where the tag has one name only, and where the user states a name. */
  readonly artists?: readonly string[];
  readonly isrc?: Isrc;
  readonly musicbrainzId?: string;
}

/** Reads what all tracks of the library are called, some at a time. Other work of the process runs before each. */
export interface LibraryNames {
  /** Returns the files behind a file, in the order of their ids. Fewer than `limit` are returned only at the end. */
  filesAfter(fileId: FileId | undefined, limit: number): Promise<readonly CalledFile[]>;

  /**
   * Returns the recordings that lists have and no file holds.
   *
   * @throws what `WorkBudget.begin` throws
   */
  findUnheld(budget?: WorkBudget): Promise<readonly RecordingId[]>;

  /** Returns what recordings are called, in no particular order; those without an analysis are left out. */
  recordingsOf(recordingIds: readonly RecordingId[]): Promise<readonly CalledRecording[]>;
}
