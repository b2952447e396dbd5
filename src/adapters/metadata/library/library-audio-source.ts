import { AudioElsewhereError } from "../../../domain/errors/not-found-errors.js";
import type { LibraryFile, LibraryPath } from "../../../domain/library/library-file.js";
import { isOnMusicServer } from "../../../domain/music-server/music-server.js";
import type { AudioSource, EncodedAudio } from "../../../ports/analysis/audio-source.js";
import type { NewJob } from "../../../ports/analysis/job-queue.js";
import type { LibraryFolders } from "../../../ports/library/library-folders.js";
import type { LibraryStore } from "../../../ports/library/library-store.js";
import type { HeldAudio, LocalAudio } from "../../../ports/library/local-audio.js";
import { isInside } from "../../files/confined-file.js";

/** Audio from the library: the file of a job, in the state that the last scan found it in. */
export class LibraryAudioSource implements AudioSource {
  readonly name = "library";
  readonly #held = new WeakMap<EncodedAudio, HeldAudio>();

  constructor(
    private readonly needs: {
      readonly store: LibraryStore;
      readonly folders: LibraryFolders;
      readonly audio: LocalAudio;
    },
  ) {}

  async find(job: NewJob, signal: AbortSignal): Promise<EncodedAudio | undefined> {
    const file = await this.#fileOf(job);
    if (file === undefined) return undefined;
    const found = await this.needs.folders.findAudio(file);
    if (found) {
      const held = await this.needs.audio.hold(found, file, signal);
      if (held) this.#held.set(held.audio, held);
      return held?.audio;
    }
    if (!(await this.#mayRead(file))) {
      throw new AudioElsewhereError(job.track.trackKey);
    }
    return undefined;
  }

  async isReceived(job: NewJob): Promise<boolean> {
    const file = await this.#fileOf(job);
    return file !== undefined && isOnMusicServer(file.folder);
  }

  release(audio: EncodedAudio): void {
    this.#held.get(audio)?.release();
    this.#held.delete(audio);
  }

  async #fileOf({ file: wanted }: NewJob): Promise<LibraryFile | undefined> {
    if (wanted === undefined) return undefined;
    const [file] = await this.needs.store.findByIds([wanted.fileId]);
    return file;
  }

  /** Whether a file lies in a folder that is configured here. */
  async #mayRead({ folder }: LibraryPath): Promise<boolean> {
    const { folders } = await this.needs.folders.survey();
    return folders.some((one) => isInside(one, folder) || isInside(folder, one));
  }
}
