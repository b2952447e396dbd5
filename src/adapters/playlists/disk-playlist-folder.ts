import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rm } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import {
  mappedPath,
  relativePaths,
  type PlaylistPaths,
} from "../../domain/playlist/playlist-paths.js";
import type { PlaylistFolder, WrittenPlaylist } from "../../ports/playlists/playlist-folder.js";
import { DiskCalls } from "../files/disk-calls.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { addWholeFile, writeWholeFile } from "../runtime/whole-file.js";
import { contentDigestOf, WrittenFiles, type WrittenFile } from "./written-files.js";

/** No link is followed, and opening a named pipe without a writer returns. */
const READ_THIS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A folder on a disk of this machine, which is created where it does not exist. */
export class DiskPlaylistFolder implements PlaylistFolder {
  readonly #written: WrittenFiles;
  readonly #disk: DiskCalls;

  /** @param options.record the file, outside the folder, that says what was written; both absolute */
  constructor(
    private readonly options: {
      readonly folder: string;
      readonly record: string;
      /** How files of music are named; from the folder by default. */
      readonly paths?: PlaylistPaths;
      /** Shared by all that read the same disks; a separate one by default. */
      readonly disk?: DiskCalls;
    },
  ) {
    this.#written = new WrittenFiles(options.record);
    this.#disk = options.disk ?? new DiskCalls();
  }

  pathOf(path: string): string {
    const { folder, paths = relativePaths } = this.options;
    const mapped = mappedPath(path, paths.mappings, sep);
    if (mapped !== undefined || paths.areAbsolute) return mapped ?? path;
    const fromHere = relative(folder, path);
    // A file on another drive has no relative path. Programs on Windows read "/" too, and others read nothing else.
    return isAbsolute(fromHere) ? path : fromHere.replaceAll(sep, "/");
  }

  /** The whole work on a file counts as one call: what is late goes on, and nothing else is written meanwhile. */
  write(playlist: WrittenPlaylist, content: Uint8Array): Promise<boolean> {
    return this.#disk.run(this.options.folder, () => this.#write(playlist, content));
  }

  keepOnly(playlists: readonly WrittenPlaylist[]): Promise<number> {
    return this.#disk.run(this.options.folder, () => this.#keepOnly(playlists));
  }

  compare(): Promise<ReadonlyMap<string, boolean>> {
    return this.#disk.run(this.options.folder, () => this.#compare());
  }

  async #compare(): Promise<ReadonlyMap<string, boolean>> {
    const compared = new Map<string, boolean>();
    for (const [path, file] of await this.#written.files()) {
      if (dirname(path) !== this.options.folder) continue;
      compared.set(path, isUnchanged(file, await digestAt(path)));
    }
    return compared;
  }

  async #write(playlist: WrittenPlaylist, content: Uint8Array): Promise<boolean> {
    await mkdir(this.options.folder, { recursive: true });
    const after = contentDigestOf(content);
    const own = await this.#ownFile(playlist);
    if (own === undefined) {
      await this.#add(playlist, content, after);
      return true;
    }
    const { path, before } = own;
    // A file that is not written is not noticed by a watch of its folder, which would scan it again.
    if (before !== after) {
      await this.#record(path, playlist, [before, after]);
      await writeWholeFile(path, Readable.from([content]));
    }
    await this.#record(path, playlist, [after]);
    return before !== after;
  }

  /** Writes a new file under the first free name, so that no file of anybody else is replaced. */
  async #add(playlist: WrittenPlaylist, content: Uint8Array, digest: string): Promise<void> {
    const taken = new Set((await readdir(this.options.folder)).map(folded));
    for (let number = 1; ; number += 1) {
      const fileName = numbered(playlist.fileName, number);
      if (taken.has(folded(fileName))) continue;
      const path = join(this.options.folder, fileName);
      await this.#record(path, playlist, [digest]);
      if (await addWholeFile(path, Readable.from([content]))) return;
      await this.#written.remove(path);
    }
  }

  /** Recorded before it is written, so that a file is known as its own after a crash between the two. */
  #record(path: string, { id, fileName }: WrittenPlaylist, digests: string[]): Promise<void> {
    return this.#written.set(path, { playlist: id, fileName, digests });
  }

  async #keepOnly(playlists: readonly WrittenPlaylist[]): Promise<number> {
    let count = 0;
    for (const [path, file] of await this.#written.files()) {
      const isKept = playlists.some((playlist) => isOf(playlist, file));
      if (isKept || dirname(path) !== this.options.folder) continue;
      if (isUnchanged(file, await digestAt(path))) {
        await rm(path, { force: true });
        count++;
      }
      await this.#written.remove(path);
    }
    return count;
  }

  /** Returns the path of the file of a playlist and the digest of its content, where it has one. */
  async #ownFile(
    playlist: WrittenPlaylist,
  ): Promise<{ readonly path: string; readonly before: string } | undefined> {
    for (const [path, file] of await this.#written.files()) {
      if (!isOf(playlist, file) || dirname(path) !== this.options.folder) continue;
      const before = await digestAt(path);
      if (before !== undefined && isUnchanged(file, before)) return { path, before };
      // Somebody has changed or removed it: it is not its own any more.
      await this.#written.remove(path);
    }
    return undefined;
  }
}

const isOf = ({ id, fileName }: WrittenPlaylist, file: WrittenFile): boolean =>
  file.fileName === fileName && (file.playlist === undefined || file.playlist === id);

const isUnchanged = ({ digests }: WrittenFile, digest: string | undefined): boolean =>
  digest !== undefined && digests.includes(digest);

/** File systems for which letter case does not count take names that this makes equal for one. */
const folded = (fileName: string): string => fileName.normalize("NFC").toLowerCase();

/** "Calm.m3u8", "Calm (2).m3u8" */
function numbered(fileName: string, number: number): string {
  if (number === 1) return fileName;
  const extension = extname(fileName);
  return `${basename(fileName, extension)} (${number})${extension}`;
}

/** Returns the digest of what a file contains; `undefined` where there is none, or something that is no file. */
async function digestAt(path: string): Promise<string | undefined> {
  try {
    if (!(await lstat(path)).isFile()) return undefined;
    const file = await open(path, READ_THIS);
    try {
      return (await file.stat()).isFile() ? contentDigestOf(await file.readFile()) : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (["ENOENT", "ELOOP"].includes(systemCodeOf(error) ?? "")) return undefined;
    throw error;
  }
}
