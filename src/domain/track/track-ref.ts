import { isRecordingId, parseRecordingId, type RecordingId } from "./recording-id.js";
import { isTrackKey, parseTrackKey, type TrackKey } from "./track-key.js";

/**
 * Leads to a recording: its own id, or a track key, which is the hash of a name and means the preferred
 * recording of that name.
 */
export type TrackRef = TrackKey | RecordingId;

/** Returns what leads to exactly what a value describes: its recording where it has one, or else its name. */
export function refOf({
  recordingId,
  trackKey,
}: {
  readonly recordingId?: RecordingId | undefined;
  readonly trackKey: TrackKey;
}): TrackRef {
  return recordingId ?? trackKey;
}

/** Returns whether a text has the form of a track key or of the id of a recording. */
export function isTrackRef(text: unknown): text is TrackRef {
  return isTrackKey(text) || isRecordingId(text);
}

/**
 * Parses a track key or the id of a recording.
 *
 * @throws {InvalidInputError} the text is neither
 */
export function parseTrackRef(text: unknown, parameter = "trackKey"): TrackRef {
  if (typeof text === "string" && text.startsWith("rec:")) return parseRecordingId(text, parameter);
  return parseTrackKey(text, parameter);
}

/** Splits references into ids of recordings and track keys, each once. */
export function splitRefs(refs: readonly TrackRef[]): {
  readonly recordingIds: readonly RecordingId[];
  readonly trackKeys: readonly TrackKey[];
} {
  const unique = [...new Set(refs)];
  return {
    recordingIds: unique.filter(isRecordingId),
    trackKeys: unique.filter((ref): ref is TrackKey => !isRecordingId(ref)),
  };
}
