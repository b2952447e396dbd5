import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PlaylistFolder } from "../../ports/playlists/playlist-folder.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { writeWholeFile } from "../runtime/whole-file.js";
import { WrittenFiles } from "./written-files.js";

/** A folder on a disk of this machine, which is created where it does not exist. */
export class DiskPlaylistFolder implements PlaylistFolder {
  readonly #written: WrittenFiles;

  /** @param options.record the file, outside the folder, that says what was written; both absolute */
  constructor(private readonly options: { readonly folder: string; readonly record: string }) {
    this.#written = new WrittenFiles(options.record);
  }

  async write(name: string, content: Uint8Array): Promise<boolean> {
    const { folder } = this.options;
    await mkdir(folder, { recursive: true });
    const path = join(folder, name);
    // A file that is not written is not noticed by a watch of its folder, which would scan it again.
    const isSame = (await this.#before(path))?.equals(content) === true;
    if (!isSame) await writeWholeFile(path, only(content));
    await this.#written.add(path, content);
    return !isSame;
  }

  async keepOnly(names: readonly string[]): Promise<number> {
    const kept = new Set(names.map((name) => join(this.options.folder, name)));
    let count = 0;
    for (const path of await this.#written.paths()) {
      if (kept.has(path) || dirname(path) !== this.options.folder) continue;
      const content = await this.#before(path);
      if (content !== undefined && (await this.#written.has(path, content))) {
        await rm(path, { force: true });
        count++;
      }
      await this.#written.remove(path);
    }
    return count;
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
