import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type { LocatedFile } from "../../domain/export/exported-track.js";
import { presences, type FilePresence } from "../../domain/library/file-presence.js";
import { isInStoredState } from "../../domain/library/file-state.js";
import { absolutePathOf, type LibraryFile } from "../../domain/library/library-file.js";
import { isOnMusicServer } from "../../domain/music-server/music-server.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { FoundAudio, LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryStore } from "../../ports/library/library-store.js";

/** Files that are looked for on disk at once. */
const CONCURRENT_FILES = 16;

/** The file of a recording, with what the disk says of it. */
export interface SeenFile {
  readonly file: LocatedFile;
  readonly presence: FilePresence;
}

/** Finds the files of recordings in the library. */
export class LocatedFiles {
  constructor(
    private readonly needs: {
      readonly library: Pick<LibraryStore, "findFirst" | "findFiles">;
      readonly folders: Pick<LibraryFolders, "findAudioOf">;
    },
  ) {}

  /**
   * Returns for each recording the first of its files in the best of the wanted presences, or else the best of the
   * others; `undefined` where it has no file.
   *
   * @param wanted the presences that make it needless to look for other files of the recording
   */
  async find(
    recordingIds: readonly RecordingId[],
    wanted: readonly FilePresence[],
  ): Promise<readonly (SeenFile | undefined)[]> {
    const { library } = this.needs;
    const first = await library.findFirst(recordingIds);
    const seen = await this.look(first.filter((file) => file !== undefined));
    const found = first.map((file) => file && seen.shift());
    // Few recordings have several files, so the others are read only where the first is not as it is wanted.
    for (const [index, one] of found.entries()) {
      const recordingId = recordingIds[index];
      if (recordingId === undefined || one === undefined || wanted.includes(one.presence)) continue;
      found[index] = await this.#findBest(await library.findFiles(recordingId));
    }
    return found;
  }

  /** Returns what the disk says of each of some files, in their order. */
  async look(files: readonly LibraryFile[]): Promise<SeenFile[]> {
    const seen: SeenFile[] = [];
    for (let start = 0; start < files.length; start += CONCURRENT_FILES) {
      const some = files.slice(start, start + CONCURRENT_FILES);
      const audio = await this.needs.folders.findAudioOf(some);
      seen.push(
        ...some.map((file, index) => ({
          file: { ...file, path: absolutePathOf(file) },
          presence: presenceOf(file, audio[index]),
        })),
      );
    }
    return seen;
  }

  async #findBest(files: readonly LibraryFile[]): Promise<SeenFile | undefined> {
    const seen = await this.look(files);
    return presences
      .map((presence) => seen.find((one) => one.presence === presence))
      .find((one) => one !== undefined);
  }
}

function presenceOf(
  file: LibraryFile,
  audio: FoundAudio | AudioUnavailableError | undefined,
): FilePresence {
  // A song of a music server has no path that a program of this machine could open.
  if (audio === undefined || isOnMusicServer(file.folder)) return "elsewhere";
  if (audio instanceof AudioUnavailableError) return "away";
  return isInStoredState(file, audio.state) ? "here" : "changed";
}
