import { dirname } from "node:path";
import type { DirectoryState } from "../../../../src/domain/library/library-directory.js";
import type {
  AudioTags,
  FoundFile,
  LibraryPath,
  UnreachablePath,
} from "../../../../src/domain/library/library-file.js";
import type {
  Cover,
  FolderSurvey,
  FoundAudio,
  LibraryFolders,
  ListingOptions,
} from "../../../../src/ports/library/library-folders.js";

/** A file in memory: its size and fingerprint follow from its content. */
export interface MemoryFile {
  readonly content: string;
  readonly modifiedAt?: number;
  /** The number of the file, 1 by default. */
  readonly inode?: number;
  readonly hasCover?: boolean;
}

/** Library folders in memory; a file is the track that its name (`Artist - Title`) says. */
export class MemoryFolders implements LibraryFolders {
  /** By absolute path. */
  readonly files = new Map<string, MemoryFile>();
  /** Errors of files that cannot be read, by absolute path. */
  readonly errors = new Map<string, Error>();
  /** Folders and files that are not listed, with the reasons, by absolute path. */
  readonly unreachable = new Map<string, string>();
  /** Directories that exist without a file, or differ from others, by absolute path. */
  readonly directories = new Map<string, Partial<DirectoryState>>();
  /** The canonical paths of symbolic links. */
  readonly links = new Map<string, string>();
  /** Configured folders that do not exist. */
  missing: readonly UnreachablePath[] = [];

  /** @param folders absolute */
  constructor(readonly folders: readonly string[]) {}

  put(path: string, content: string, facts: Partial<MemoryFile> = {}): void {
    this.files.set(path, { content, ...facts });
  }

  survey(): Promise<FolderSurvey> {
    return Promise.resolve({ folders: this.folders, missing: this.missing });
  }

  findActive(): Promise<readonly string[]> {
    const paths = [...this.files.keys()];
    const isFilled = (folder: string): boolean =>
      paths.some((path) => path.startsWith(`${folder}/`));
    return Promise.resolve(this.folders.filter(isFilled));
  }

  inspect(path: string): Promise<{ readonly folder: string; readonly problem?: string }> {
    const folder = this.links.get(path) ?? path;
    const problem = this.missing.find((one) => one.path === folder)?.reason;
    return Promise.resolve({ folder, ...(problem !== undefined && { problem }) });
  }

  resolve(path: string): Promise<{ folder: string; below: string }> {
    const { folder, relativePath } = this.#pathOf(path);
    return Promise.resolve({ folder, below: relativePath });
  }

  async *listFiles(path: string, options: ListingOptions = {}): AsyncGenerator<FoundFile> {
    const below = [...this.files].filter(([file]) => file.startsWith(`${path}/`));
    for (const [unreachable, reason] of this.unreachable) {
      const { folder, relativePath } = this.#pathOf(unreachable);
      if (folder === this.#pathOf(path).folder) options.onUnreachable?.(relativePath, reason);
    }
    this.#reportDirectories(path, options);
    for (const [file] of below) {
      await Promise.resolve();
      const isHidden = [...this.unreachable.keys()].some((one) => `${file}/`.startsWith(`${one}/`));
      if (isHidden) continue;
      yield { ...this.#pathOf(file), ...this.#stateOf(file) };
    }
  }

  /** Reports the directories above a path, and those at and below it that have files or were put. */
  #reportDirectories(path: string, { onDirectory }: ListingOptions): void {
    const { folder } = this.#pathOf(path);
    const filled = new Set<string>();
    for (const file of this.files.keys()) {
      for (let above = dirname(file); above.startsWith(folder); above = dirname(above)) {
        filled.add(above);
      }
    }
    for (const directory of new Set([folder, ...filled, ...this.directories.keys()])) {
      const isNear =
        `${directory}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${directory}/`);
      if (!isNear || !`${directory}/`.startsWith(`${folder}/`)) continue;
      const state = { inode: 1, bornAt: 1, isMount: false, ...this.directories.get(directory) };
      const { relativePath } = this.#pathOf(directory);
      onDirectory?.(relativePath, { ...state, isEmpty: !filled.has(directory) });
    }
  }

  presenceIn(): Promise<string> {
    return Promise.resolve("");
  }

  read({ folder, relativePath }: FoundFile): Promise<AudioTags & { readonly fingerprint: string }> {
    const path = `${folder}/${relativePath}`;
    const error = this.errors.get(path);
    if (error) return Promise.reject(error);
    const { content, hasCover = false } = this.files.get(path)!;
    const [artist = "", trackName = ""] = relativePath.split("/").at(-1)!.split(" - ");
    return Promise.resolve({ artist, trackName, hasCover, fingerprint: content });
  }

  findCover({ folder, relativePath }: LibraryPath): Promise<Cover | undefined> {
    const file = this.files.get(`${folder}/${relativePath}`);
    const cover = { bytes: Buffer.from(relativePath), mediaType: "image/png" };
    return Promise.resolve(file && cover);
  }

  findAudio({ folder, relativePath }: LibraryPath): Promise<FoundAudio | undefined> {
    const path = `${folder}/${relativePath}`;
    if (!this.files.has(path)) return Promise.resolve(undefined);
    return Promise.resolve({ kind: "file", path, state: this.#stateOf(path) });
  }

  findAudioOf(paths: readonly LibraryPath[]): Promise<readonly (FoundAudio | undefined)[]> {
    return Promise.all(paths.map((path) => this.findAudio(path)));
  }

  #stateOf(path: string): FoundAudio["state"] {
    const { content, modifiedAt = 1, inode = 1 } = this.files.get(path)!;
    return { sizeBytes: content.length, modifiedAt, changedAt: modifiedAt, inode };
  }

  #pathOf(path: string): LibraryPath {
    const folder = this.folders.find((one) => `${path}/`.startsWith(`${one}/`)) ?? "";
    return { folder, relativePath: path.slice(folder.length + 1) };
  }
}
