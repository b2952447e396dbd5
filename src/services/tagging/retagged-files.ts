import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { fileIdOf, type FileId, type LibraryFile } from "../../domain/library/library-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { FileRecordings } from "../analysis/file-recordings.js";

/** Files that are looked for at once. */
const FILES_PER_LOOK = 100;

/** A file whose tags were written. */
interface RetaggedFile {
  /** Absolute. */
  readonly path: string;
  /** The recording in it; absent where that is not known. */
  readonly recordingId?: RecordingId;
}

/** Lets the library read its files again whose tags this program has written. */
export class RetaggedFiles {
  constructor(
    private readonly needs: {
      readonly folders: Pick<LibraryFolders, "resolve">;
      readonly library: Pick<LibraryStore, "findAt" | "findFiles">;
      readonly recordings: Pick<FileRecordings, "refresh">;
    },
  ) {}

  /**
   * Reads files again as a scan does, where they differ from what is stored of them: at their paths, and wherever else
   * the library has their recordings, because a file may have several names. Files outside the library are left out,
   * and those that cannot be read now are left to the next scan.
   */
  async reread(files: readonly RetaggedFile[]): Promise<void> {
    for (let start = 0; start < files.length; start += FILES_PER_LOOK) {
      const stored = new Map<FileId, LibraryFile>();
      for (const written of files.slice(start, start + FILES_PER_LOOK)) {
        for (const file of await this.#storedOf(written)) stored.set(fileIdOf(file), file);
      }
      await this.needs.recordings.refresh([...stored.values()]);
    }
  }

  async #storedOf({ path, recordingId }: RetaggedFile): Promise<readonly LibraryFile[]> {
    const holding =
      recordingId === undefined ? [] : await this.needs.library.findFiles(recordingId);
    return [...(await this.#storedAt(path)), ...holding];
  }

  /** Returns what is stored at an absolute path; nothing where it is outside the library. */
  async #storedAt(path: string): Promise<readonly LibraryFile[]> {
    const nameStart = path.lastIndexOf(path.includes("/") ? "/" : "\\") + 1;
    const name = path.slice(nameStart);
    try {
      const { folder, below } = await this.needs.folders.resolve(path.slice(0, nameStart));
      const relativePath = below === "" ? name : `${below}/${name}`;
      return await this.needs.library.findAt({ folder, relativePath });
    } catch (error) {
      if (error instanceof InvalidInputError) return [];
      throw error;
    }
  }
}
