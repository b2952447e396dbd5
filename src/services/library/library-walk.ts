import { isTemporaryCode } from "../../domain/analysis/analysis-failure.js";
import type { FileId } from "../../domain/library/library-file.js";
import { isOnMusicServer } from "../../domain/music-server/music-server.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { FileProgress, LibraryProgress } from "../../ports/library/library-progress.js";

/** Files that are read at once: some milliseconds of the event loop. */
const FILES_PER_SLICE = 500;

/**
 * Yields the files of the library in the order of their ids, read a slice at a time.
 *
 * @param options.after begins behind this file
 * @param options.folders called for each slice; where given, only files in one of its folders
 */
export async function* walkLibrary(
  progress: Pick<LibraryProgress, "findAfter">,
  options: {
    readonly after?: FileId | undefined;
    readonly folders?: () => Promise<readonly string[]>;
  } = {},
): AsyncGenerator<FileProgress, void, void> {
  let { after } = options;
  for (;;) {
    const folders = await options.folders?.();
    const limit = FILES_PER_SLICE;
    const slice = await progress.findAfter(after, { limit, ...(folders && { folders }) });
    yield* slice;
    after = slice.at(-1)?.fileId;
    if (slice.length < limit) return;
  }
}

/** Returns whether a file has no analysis because the last attempt failed. */
export function hasFailed({ analysis, failure }: FileProgress): boolean {
  return analysis === undefined && failure !== undefined;
}

/**
 * Returns whether a file may be analysed without a request: its last attempt did not fail, or for a
 * temporary reason some time ago. What an operator dropped is not taken up again.
 */
export function mayBeTried(file: FileProgress): boolean {
  return file.failure === undefined || (file.failure.secondsLeft === 0 && failureMayPass(file));
}

/** Returns whether the last attempt failed for a reason that passes with time. */
export function failureMayPass({ failure }: FileProgress): boolean {
  if (failure === undefined) return false;
  return failure.code !== "ANALYSIS_DROPPED" && isTemporaryCode(failure.code);
}

/** Returns the folders for work in the background that are on disks: what lies on a music server is not ours to check. */
export async function activeDiskFolders(
  folders: Pick<LibraryFolders, "findActive">,
): Promise<readonly string[]> {
  return (await folders.findActive()).filter((folder) => !isOnMusicServer(folder));
}
