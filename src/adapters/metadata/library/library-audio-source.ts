import { AudioElsewhereError } from "../../../domain/errors/not-found-errors.js";
import type { LibraryPath } from "../../../domain/library/library-file.js";
import type { Track } from "../../../domain/track/track.js";
import type { AudioSource, EncodedAudio } from "../../../ports/analysis/audio-source.js";
import type { LibraryFolders } from "../../../ports/library/library-folders.js";
import { isInside } from "../../library/confined-path.js";
import type { LibraryStore } from "../../../ports/library/library-store.js";

/** Audio from the library: the newest file of the track that still exists and may be read. */
export class LibraryAudioSource implements AudioSource {
  readonly name = "library";

  constructor(
    private readonly needs: { readonly store: LibraryStore; readonly folders: LibraryFolders },
  ) {}

  async find(track: Track, signal: AbortSignal): Promise<EncodedAudio | undefined> {
    const files = await this.needs.store.findByTrackKey(track.trackKey);
    for (const file of files) {
      signal.throwIfAborted();
      const audio = await this.needs.folders.findAudio(file);
      if (audio) return audio;
    }
    if (files.length > 0 && !(await this.#mayRead(files))) {
      throw new AudioElsewhereError(track.trackKey);
    }
    return undefined;
  }

  /** Whether one of these files lies in a folder that is configured here. */
  async #mayRead(files: readonly LibraryPath[]): Promise<boolean> {
    const { folders } = await this.needs.folders.survey();
    return files.some(({ folder }) =>
      folders.some((one) => isInside(one, folder) || isInside(folder, one)),
    );
  }
}
