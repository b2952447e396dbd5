import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlaylistFolder } from "../../ports/playlists/playlist-folder.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { writeWholeFile } from "../runtime/whole-file.js";

/** A folder on a disk of this machine, which is created where it does not exist. */
export class DiskPlaylistFolder implements PlaylistFolder {
  /** @param folder absolute */
  constructor(private readonly folder: string) {}

  async write(name: string, content: Uint8Array): Promise<boolean> {
    await mkdir(this.folder, { recursive: true });
    const path = join(this.folder, name);
    // A file that is not written is not noticed by a watch of its folder, which would scan it again.
    if ((await this.#before(path))?.equals(content)) return false;
    await writeWholeFile(path, only(content));
    return true;
  }

  async #before(path: string): Promise<Buffer | undefined> {
    try {
      return await readFile(path);
    } catch (error) {
      if (systemCodeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }
}

async function* only(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content);
}
