import { DomainError } from "../../domain/errors/domain-error.js";
import { absolutePathOf } from "../../domain/library/library-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { AudioDigests } from "../../ports/library/audio-digests.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { RecordedWrite } from "../../ports/library/tag-journal.js";

/** Finds the paths of files whose tags were written, also where they have been moved, renamed or swapped since. */
export class TaggedPaths {
  constructor(
    private readonly needs: {
      readonly digests: AudioDigests;
      readonly library: Pick<LibraryStore, "findFiles">;
    },
  ) {}

  /**
   * Returns the paths where a file that was written may be now: the one where it was written, if that file holds the
   * same recording, or else those of the files of the library that do. An earlier version has not recorded which
   * recording it was: its file is the one at its path.
   *
   * @param run all writes of the run: a file that was written itself is no other file that was moved
   * @throws {unknown} `signal.reason`, when aborted
   */
  async find(
    { path, recordingId }: RecordedWrite,
    run: readonly RecordedWrite[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (recordingId === undefined || (await this.#holds(path, recordingId, signal))) return [path];
    const written = new Set(
      run.filter((one) => one.recordingId === recordingId).map((one) => one.path),
    );
    const others = (await this.needs.library.findFiles(recordingId))
      .map(absolutePathOf)
      .filter((other) => !written.has(other));
    const found: string[] = [];
    for (const other of others) {
      if (await this.#holds(other, recordingId, signal)) found.push(other);
    }
    return found;
  }

  /** Whether the file at a path can be read, and holds a recording. */
  async #holds(path: string, recordingId: RecordingId, signal: AbortSignal): Promise<boolean> {
    try {
      const found = await this.needs.digests.digestOf(path, { signal });
      return found?.recordingId === recordingId;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
