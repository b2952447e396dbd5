import { isSameState } from "../../domain/library/file-state.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type { LocatedFile } from "../../domain/export/exported-track.js";
import { absolutePathOf, type LibraryFile } from "../../domain/library/library-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryStore } from "../../ports/library/library-store.js";

/** Files that are looked for on disk at once. */
const CONCURRENT_FILES = 16;

/** The files of some tracks, in their order; `undefined` where a track has none. */
interface FoundFiles {
  readonly files: readonly (LocatedFile | undefined)[];
  /** How many tracks have only files in folders that cannot be read now. */
  readonly unavailable: number;
}

/** Finds the files of tracks in the library. */
export class LocatedFiles {
  constructor(
    private readonly needs: { readonly library: LibraryStore; readonly folders: LibraryFolders },
  ) {}

  /** Returns the first stored file of each recording, which may be on another machine. */
  async findStored(
    recordingIds: readonly RecordingId[],
  ): Promise<readonly (LocatedFile | undefined)[]> {
    const files = await this.needs.library.findFirst(recordingIds);
    return files.map((file) => file && located(file));
  }

  /** Returns for each recording the first of its files that this machine has, as it was measured. */
  async findHere(recordingIds: readonly RecordingId[]): Promise<FoundFiles> {
    const first = await this.needs.library.findFirst(recordingIds);
    const files: (LocatedFile | undefined)[] = [];
    let unavailable = 0;
    for (let start = 0; start < first.length; start += CONCURRENT_FILES) {
      const some = await Promise.all(
        first.slice(start, start + CONCURRENT_FILES).map((file) => this.#findOne(file)),
      );
      unavailable += some.filter((file) => file === "unavailable").length;
      files.push(...some.map((file) => (file === "unavailable" ? undefined : file)));
    }
    return { files, unavailable };
  }

  async #findOne(first: LibraryFile | undefined): Promise<LocatedFile | "unavailable" | undefined> {
    if (first === undefined) return undefined;
    const state = await this.#stateOf(first);
    if (state === "here") return located(first);
    // Few tracks have several files, so the others are read only where the first is not here.
    let isUnavailable = state === "unavailable";
    const { recordingId } = first;
    for (const file of recordingId ? await this.needs.library.findFiles(recordingId) : []) {
      const other = await this.#stateOf(file);
      if (other === "here") return located(file);
      isUnavailable ||= other === "unavailable";
    }
    return isUnavailable ? "unavailable" : undefined;
  }

  async #stateOf(file: LibraryFile): Promise<"here" | "unavailable" | "elsewhere"> {
    try {
      const audio = await this.needs.folders.findAudio(file);
      if (audio === undefined) return "elsewhere";
      // Where it has changed since it was measured, nothing is known of what it holds.
      return isSameState(audio.state, file) ? "here" : "unavailable";
    } catch (error) {
      if (error instanceof AudioUnavailableError) return "unavailable";
      throw error;
    }
  }
}

const located = (file: LibraryFile): LocatedFile => ({
  ...file,
  path: absolutePathOf(file),
});
