import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rm } from "node:fs/promises";
import { basename, extname, isAbsolute, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import {
  mappedPath,
  relativePaths,
  type PlaylistPaths,
} from "../../domain/playlist/playlist-paths.js";
import type {
  PlaylistFile,
  PlaylistFileRecord,
} from "../../ports/playlists/playlist-file-record.js";
import type { PlaylistFolder, WrittenPlaylist } from "../../ports/playlists/playlist-folder.js";
import { DiskCalls } from "../files/disk-calls.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { addWholeFile, removeUnfinishedFiles, writeWholeFile } from "../runtime/whole-file.js";

/** No link is followed, and opening a named pipe without a writer returns. */
const READ_THIS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A folder on a disk of this machine, which is created where it does not exist. */
export class DiskPlaylistFolder implements PlaylistFolder {
  readonly #disk: DiskCalls;

  constructor(
    private readonly options: {
      /** An absolute path. */
      readonly folder: string;
      /** Says what was written, also by other processes. */
      readonly record: PlaylistFileRecord;
      /** How files of music are named; from the folder by default. */
      readonly paths?: PlaylistPaths;
      /** Shared by all that read the same disks; a separate one by default. */
      readonly disk?: DiskCalls;
    },
  ) {
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
    for (const file of await this.#files()) {
      compared.set(pathOf(file), (await this.#ownDigest(file)) !== undefined);
    }
    return compared;
  }

  /**
   * Replaces the file of a playlist, or writes a new one under the first free name, so that no file of anybody else is replaced.
   * Another process may do the same at the same time. What it has added is either seen here, because the names of
   * the folder are read before the record, or takes the name that this process was about to give, which then looks again.
   */
  async #write(playlist: WrittenPlaylist, content: Uint8Array): Promise<boolean> {
    const { folder, record } = this.options;
    const refused: string[] = [];
    await mkdir(folder, { recursive: true });
    for (;;) {
      const taken = [...(await readdir(folder)), ...refused];
      const own = await this.#ownFile(playlist);
      if (own) return this.#replace(own, content);
      const file = { ...playlist, folder, name: freeName(playlist.fileName, taken) };
      await record.note(file, [contentDigestOf(content)]);
      if (await addWholeFile(pathOf(file), Readable.from([content]))) return true;
      refused.push(file.name);
    }
  }

  async #replace({ file, before }: OwnFile, content: Uint8Array): Promise<boolean> {
    const after = contentDigestOf(content);
    await this.options.record.note(file, [before, after]);
    // A file that is not written is not noticed by a watch of its folder, which would scan it again.
    if (before === after) return false;
    await writeWholeFile(pathOf(file), Readable.from([content]));
    return true;
  }

  /** Also removes what interrupted processes have left: writing does so, too, but only where a playlist has changed. */
  async #keepOnly(playlists: readonly WrittenPlaylist[]): Promise<number> {
    const { folder, record } = this.options;
    let count = 0;
    for (const file of await this.#files()) {
      if (playlists.some((playlist) => isFileOf(playlist, file))) continue;
      if ((await this.#ownDigest(file)) !== undefined) {
        await rm(pathOf(file), { force: true });
        count++;
      }
      await record.remove(file);
    }
    if (await isThere(folder)) await removeUnfinishedFiles(folder);
    return count;
  }

  /** Returns the file of a playlist, where it has one that nobody has changed or removed. */
  async #ownFile(playlist: WrittenPlaylist): Promise<OwnFile | undefined> {
    for (const file of await this.#files()) {
      if (!isFileOf(playlist, file)) continue;
      const before = await this.#ownDigest(file);
      if (before !== undefined) return { file, before };
      await this.options.record.forgetOld(file);
    }
    return undefined;
  }

  /** Returns the digest of what a file contains, where that was written for its playlist. */
  async #ownDigest(file: PlaylistFile): Promise<string | undefined> {
    const digest = await digestAt(pathOf(file));
    if (digest === undefined) return undefined;
    return (await this.options.record.has(file, digest)) ? digest : undefined;
  }

  #files(): Promise<readonly PlaylistFile[]> {
    return this.options.record.filesIn(this.options.folder);
  }
}

/** A file that was written for a playlist, and the digest of what it contains. */
interface OwnFile {
  readonly file: PlaylistFile;
  readonly before: string;
}

const pathOf = ({ folder, name }: PlaylistFile): string => join(folder, name);

const isFileOf = ({ id, fileName }: WrittenPlaylist, file: PlaylistFile): boolean =>
  file.id === id && file.fileName === fileName;

/** File systems for which letter case does not count take names that this makes equal for one. */
const folded = (fileName: string): string => fileName.normalize("NFC").toLowerCase();

/** Returns a file name with the first number that makes it one of its own: "Calm.m3u8", "Calm (2).m3u8" */
function freeName(fileName: string, taken: readonly string[]): string {
  const names = new Set(taken.map(folded));
  const extension = extname(fileName);
  let name = fileName;
  for (let number = 2; names.has(folded(name)); number++) {
    name = `${basename(fileName, extension)} (${number})${extension}`;
  }
  return name;
}

async function isThere(folder: string): Promise<boolean> {
  try {
    await lstat(folder);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return false;
    throw error;
  }
}

const contentDigestOf = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

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
