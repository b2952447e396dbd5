import type { HeldRecording } from "../../domain/duplicates/duplicate-sets.js";
import type { RecordingId } from "../../domain/track/recording-id.js";

/**
 * Reads which files hold the same recordings. Tracks that are parts of a file are left out: without the file, the others
 * would be gone, too. So are songs of music servers.
 */
export interface HeldFiles {
  /**
   * Returns analysed recordings with the files that hold them, by their ids, ascending: those that are wanted, without
   * recordings that may be other audio than that of their files. Other work of the process runs in between.
   *
   * @param isWanted called for each recording that files hold, with the number of its files
   * @throws {unknown} `signal.reason`, when aborted
   */
  read(
    isWanted: (recordingId: RecordingId, fileCount: number) => boolean,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<RecordingId, HeldRecording>>;
}
