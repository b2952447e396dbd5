import { AudioElsewhereError } from "../../../domain/errors/not-found-errors.js";
import type { LibraryPath } from "../../../domain/library/library-file.js";
import type { AudioSource, EncodedAudio } from "../../../ports/analysis/audio-source.js";
import type { NewJob } from "../../../ports/analysis/job-queue.js";
import type { LibraryFolders } from "../../../ports/library/library-folders.js";
import { isInside } from "../../files/confined-file.js";
import type { LibraryStore } from "../../../ports/library/library-store.js";

/** Audio from the library: the file of a job, in the state that the last scan found it in. */
export class LibraryAudioSource implements AudioSource {
  readonly name = "library";

  constructor(
    private readonly needs: { readonly store: LibraryStore; readonly folders: LibraryFolders },
  ) {}

  async find({ file: wanted, track }: NewJob): Promise<EncodedAudio | undefined> {
    if (wanted === undefined) return undefined;
    const [file] = await this.needs.store.findByIds([wanted.fileId]);
    if (file === undefined) return undefined;
    const audio = await this.needs.folders.findAudio(file);
    if (audio) return { ...audio, state: file };
    if (!(await this.#mayRead(file))) {
      throw new AudioElsewhereError(track.trackKey);
    }
    return undefined;
  }

  /** Whether a file lies in a folder that is configured here. */
  async #mayRead({ folder }: LibraryPath): Promise<boolean> {
    const { folders } = await this.needs.folders.survey();
    return folders.some((one) => isInside(one, folder) || isInside(folder, one));
  }
}
