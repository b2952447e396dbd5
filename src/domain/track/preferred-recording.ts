import { compareTexts } from "../compare-texts.js";
import type { RecordingId } from "./recording-id.js";

/** A recording that a name may mean. */
export interface NamedRecording {
  readonly recordingId: RecordingId;
  /** Number of files of the library that have the name and hold the recording, >= 0. */
  readonly fileCount: number;
  /** The audio source that it was measured from. */
  readonly source: string;
  readonly isExcerpt: boolean;
  readonly durationMs: number;
  /** Whether the user chose it for the name. */
  readonly isPinned: boolean;
  /** Whether the user states another name for it. */
  readonly isNamedOtherwise?: boolean;
}

/**
 * Returns the recordings that a name may mean, the preferred one first, in an order that does not depend
 * on the order of events: the one that the user pinned to the name; one that the user does not name otherwise;
 * a whole recording before an excerpt; one of a file before one of an upload; the one of most files with the
 * name; the longest; the one with the smallest id.
 *
 * What was measured from a file of the library counts only while a file with the name holds it, or where
 * no file has the name: then the name was given up, and still leads to what it meant.
 *
 * @param hasFile whether a file of the library has the name, also one that was not measured yet
 */
export function inOrderOfPreference(
  recordings: readonly NamedRecording[],
  hasFile: boolean,
): readonly NamedRecording[] {
  return recordings
    .filter(({ fileCount, source }) => fileCount > 0 || source !== "library" || !hasFile)
    .sort(
      (one, other) =>
        Number(other.isPinned) - Number(one.isPinned) ||
        Number(one.isNamedOtherwise ?? false) - Number(other.isNamedOtherwise ?? false) ||
        Number(one.isExcerpt) - Number(other.isExcerpt) ||
        rankOf(one) - rankOf(other) ||
        other.fileCount - one.fileCount ||
        other.durationMs - one.durationMs ||
        compareTexts(one.recordingId, other.recordingId),
    );
}

const rankOf = ({ fileCount, source }: NamedRecording): number =>
  fileCount > 0 || source === "library" ? 0 : 1;
