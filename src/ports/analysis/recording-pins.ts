import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** Stores which recordings users chose for names. */
export interface RecordingPins {
  /**
   * Lets a recording be the preferred one of a name, in place of an earlier choice. A further key chooses
   * for the names that it leads to. Returns whether it did: not where the name does not mean the recording.
   */
  pin(trackKey: TrackKey, recordingId: RecordingId): Promise<boolean>;

  /** Removes the choice for a name, also one of a recording that is not there. Returns whether there was one. */
  unpin(trackKey: TrackKey): Promise<boolean>;
}
