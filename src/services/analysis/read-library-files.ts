import { isSameRange } from "../../domain/audio-range.js";
import { isSameState } from "../../domain/library/file-state.js";
import type { FoundFile, LibraryFile } from "../../domain/library/library-file.js";
import { trackKeyFrom } from "../../domain/track/track-key.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";

/**
 * Reads the tags of a file that is new or may have changed. Returns it, or its tracks where a cue sheet divides it.
 *
 * @param before the file or its tracks as they were stored, at this path or at the one that it was moved from
 * @throws {AudioUndecodableError} not audio, or not readable
 * @throws {AudioUnavailableError} it cannot be read now
 */
export async function readLibraryFiles(
  folders: Pick<LibraryFolders, "read">,
  found: FoundFile,
  before: readonly LibraryFile[],
): Promise<readonly LibraryFile[]> {
  const { tracks, beside, ...whole } = await folders.read(found);
  const { fingerprint } = whole;
  const files = (tracks ?? [whole]).map((tags): LibraryFile => {
    const trackKey = trackKeyFrom(tags.artist, tags.trackName);
    return { ...found, ...tags, ...beside, fingerprint, trackKey };
  });
  return withRecordingsOf(before, files);
}

/**
 * Returns the tracks of a file with the recordings of earlier ones, and when these were added: of the one of the same range, or else of the same
 * number, its own where its bytes are the same, or else as the one that it held before.
 */
export const withRecordingsOf = (
  before: readonly LibraryFile[],
  files: readonly LibraryFile[],
): readonly LibraryFile[] =>
  files.map((file) => {
    const earlier =
      before.find(({ range }) => isSameRange(range, file.range)) ??
      before.find(({ range }) => range?.number === file.range?.number);
    return earlier ? withRecordingOf(earlier, file) : file;
  });

function withRecordingOf(before: LibraryFile, read: LibraryFile): LibraryFile {
  const { recordingId, audioDigest, addedAt } = before;
  const file: LibraryFile = { ...read, ...(addedAt !== undefined && { addedAt }) };
  if (recordingId !== undefined && areSameBytes(before, file)) {
    return { ...file, recordingId, ...(audioDigest !== undefined && { audioDigest }) };
  }
  const formerRecordingId = recordingId ?? before.formerRecordingId;
  return formerRecordingId === undefined ? file : { ...file, formerRecordingId };
}

/**
 * Returns whether two files have the same bytes: one file in one state, or one that was moved, which
 * changes its attributes, but neither its number nor the time of its content. Of tracks, the range counts, too.
 */
function areSameBytes(before: LibraryFile, file: LibraryFile): boolean {
  if (!isSameRange(before.range, file.range)) return false;
  if (before.fingerprint !== file.fingerprint || before.sizeBytes !== file.sizeBytes) return false;
  const isMoved = before.folder !== file.folder || before.relativePath !== file.relativePath;
  // Rows of before version 0031 do not say when attributes were changed.
  if (before.changedAt === 0) return true;
  if (before.modifiedAt !== file.modifiedAt) return false;
  return isMoved ? before.inode === file.inode : isSameState(before, file);
}
