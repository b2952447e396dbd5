import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PlaylistFolder } from "../../ports/playlists/playlist-folder.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { writeWholeFile } from "../runtime/whole-file.js";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { z } from "zod";

const recordShape = z.record(z.string(), z.string());

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

/**
 * Remembers, across starts, which files this server has written and what they contained, so that it
 * removes nothing that is not its own. A record that is lost or damaged counts as empty.
 */
export class WrittenFiles {
  #digests: Promise<Map<string, string>> | undefined;

  /** @param path absolute; the file of the record */
  constructor(private readonly path: string) {}

  /** Returns the paths of the files. */
  async paths(): Promise<readonly string[]> {
    return [...(await this.#read()).keys()];
  }

  /** Returns whether this server has written a file, as it is. */
  async has(path: string, content: Uint8Array): Promise<boolean> {
    return (await this.#read()).get(path) === digestOf(content);
  }

  async add(path: string, content: Uint8Array): Promise<void> {
    if (await this.has(path, content)) return;
    (await this.#read()).set(path, digestOf(content));
    await this.#write();
  }

  async remove(path: string): Promise<void> {
    if ((await this.#read()).delete(path)) await this.#write();
  }

  #read(): Promise<Map<string, string>> {
    return (this.#digests ??= readRecord(this.path));
  }

  async #write(): Promise<void> {
    const text = JSON.stringify(Object.fromEntries(await this.#read()));
    await mkdir(dirname(this.path), { recursive: true });
    await writeWholeFile(this.path, Readable.from([Buffer.from(text)]));
  }
}

const digestOf = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

async function readRecord(path: string): Promise<Map<string, string>> {
  try {
    const read = recordShape.safeParse(JSON.parse(await readFile(path, "utf8")));
    return new Map(Object.entries(read.data ?? {}));
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT" || error instanceof SyntaxError) return new Map();
    throw error;
  }
}
