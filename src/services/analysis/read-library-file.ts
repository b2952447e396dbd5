import { isSameState } from "../../domain/library/file-state.js";
import type { FoundFile, LibraryFile } from "../../domain/library/library-file.js";
import { trackKeyFrom } from "../../domain/track/track-key.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";

/**
 * Reads the tags of a file that is new or may have changed.
 *
 * @param before the file as it was stored, at this path or at the one that it was moved from
 * @throws {AudioUndecodableError} not audio, or not readable
 * @throws {AudioUnavailableError} it cannot be read now
 */
export async function readLibraryFile(
  folders: Pick<LibraryFolders, "read">,
  found: FoundFile,
  before: LibraryFile | undefined,
): Promise<LibraryFile> {
  const tags = await folders.read(found);
  const trackKey = trackKeyFrom(tags.artist, tags.trackName);
  const file: LibraryFile = { ...found, ...tags, trackKey };
  return before ? withRecordingOf(before, file) : file;
}

/**
 * Returns a file with the recording of an earlier one: its own where its bytes are the same, or else as
 * the one that it held before.
 */
export function withRecordingOf(before: LibraryFile, file: LibraryFile): LibraryFile {
  const { recordingId, audioDigest } = before;
  if (recordingId !== undefined && areSameBytes(before, file)) {
    return { ...file, recordingId, ...(audioDigest !== undefined && { audioDigest }) };
  }
  const formerRecordingId = recordingId ?? before.formerRecordingId;
  return formerRecordingId === undefined ? file : { ...file, formerRecordingId };
}

/**
 * Returns whether two files have the same bytes: one file in one state, or one that was moved, which
 * changes its attributes, but neither its number nor the time of its content.
 */
function areSameBytes(before: LibraryFile, file: LibraryFile): boolean {
  if (before.fingerprint !== file.fingerprint || before.sizeBytes !== file.sizeBytes) return false;
  const isMoved = before.folder !== file.folder || before.relativePath !== file.relativePath;
  // Rows of before version 0031 do not say when attributes were changed.
  if (before.changedAt === 0) return true;
  if (before.modifiedAt !== file.modifiedAt) return false;
  return isMoved ? before.inode === file.inode : isSameState(before, file);
}
