import type { Track } from "../../domain/track.js";
import type { AudioSource, EncodedAudio } from "../../ports/audio-source.js";
import type { LibraryFolders } from "../../ports/library-folders.js";
import type { LibraryStore } from "../../ports/library-store.js";

/** Audio from the library: the newest file of the track that is still in its place. */
export class LibraryAudioSource implements AudioSource {
  readonly name = "library";
  readonly #store: LibraryStore;
  readonly #folders: LibraryFolders;

  constructor(needs: { readonly store: LibraryStore; readonly folders: LibraryFolders }) {
    this.#store = needs.store;
    this.#folders = needs.folders;
  }

  async find(track: Track, signal: AbortSignal): Promise<EncodedAudio | undefined> {
    for (const file of await this.#store.findByTrackKey(track.trackKey)) {
      signal.throwIfAborted();
      const audio = await this.#folders.findAudio(file);
      if (audio) return audio;
    }
    return undefined;
  }
}
