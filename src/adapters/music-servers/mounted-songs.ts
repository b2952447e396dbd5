import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import { mountedPathOf, type MountedFolder } from "../../domain/music-server/mounted-folder.js";
import type { Song } from "../../domain/music-server/song.js";
import type { FoundFileAudio } from "../../ports/library/library-folders.js";
import { findConfinedFile } from "../files/confined-file.js";
import type { DiskCalls } from "../files/disk-calls.js";
import { fileStatsFrom } from "../library/file-stats.js";
import { systemCodeOf } from "../runtime/system-error.js";

/** Finds the files of songs in folders of this machine, so that they need not be received. */
export class MountedSongs {
  constructor(private readonly disk: DiskCalls) {}

  /** Returns the file of a song that has the listed length; `undefined` where there is none that can be read now. */
  async find(
    { relativePath, sizeBytes }: Song,
    folders: readonly MountedFolder[],
  ): Promise<FoundFileAudio | undefined> {
    const place = mountedPathOf(relativePath, folders);
    if (place === undefined) return undefined;
    try {
      const within = [await this.disk.realpath(place.folder)];
      const file = await findConfinedFile(this.disk, within, place);
      if (file?.stats.size !== sizeBytes) return undefined;
      return { kind: "file", path: file.path, state: fileStatsFrom(file.stats), within };
    } catch (error) {
      // The disk does not respond, or is not there.
      if (error instanceof AudioUnavailableError || systemCodeOf(error) !== undefined) return;
      throw error;
    }
  }
}
