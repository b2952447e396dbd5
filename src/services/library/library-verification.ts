import { absolutePathOf } from "../../domain/library/library-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryProgress } from "../../ports/library/library-progress.js";
import type { FileRecordings, FileVerdict } from "../analysis/file-recordings.js";
import type { LibraryStatusService } from "./library-status-service.js";
import { activeDiskFolders, walkLibrary } from "./library-walk.js";

/** A file of the library that was read whole. */
export interface VerifiedFile {
  /** Absolute. */
  readonly path: string;
  readonly verdict: FileVerdict;
  /** The recording that was stored for it; absent where none was. */
  readonly before?: RecordingId;
  /** The recording that it holds; absent where it cannot be read. */
  readonly now?: RecordingId;
}

/** Reads the files of the library whole, and compares them with what is stored of them. */
export class LibraryVerification {
  constructor(
    private readonly needs: {
      readonly progress: Pick<LibraryProgress, "findAfter">;
      readonly folders: Pick<LibraryFolders, "findActive">;
      readonly recordings: Pick<FileRecordings, "verify">;
      readonly status: Pick<LibraryStatusService, "expire">;
    },
  ) {}

  /**
   * Reads each file in the folders of this server, and stores which recording it holds. What was wrong is
   * analysed again, as what was not analysed yet is.
   *
   * @returns the files one after the other, in the order of their ids
   * @throws {unknown} `signal.reason`, when aborted; what was stored stays
   */
  async *verify(signal: AbortSignal): AsyncGenerator<VerifiedFile, void, void> {
    const { progress, folders, recordings, status } = this.needs;
    const options = { folders: () => activeDiskFolders(folders) };
    for await (const { fileId, recordingId: before } of walkLibrary(progress, options)) {
      signal.throwIfAborted();
      const verified = await recordings.verify(fileId);
      if (verified === undefined) continue;
      const { file, verdict, recordingId: now } = verified;
      const ids = { ...(before && { before }), ...(now && { now }) };
      yield { path: absolutePathOf(file), verdict, ...ids };
    }
    status.expire();
  }
}
