import { dirname, join, relative, resolve, sep } from "node:path";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { KeptValues } from "../../domain/kept-values.js";
import { directoryOf } from "../../domain/directory-of.js";
import {
  absolutePathOf,
  type CoverPlaces,
  type CoversBeside,
  type FoundFile,
  type LibraryPath,
  type TrackPath,
  type UnreachablePath,
} from "../../domain/library/library-file.js";
import type {
  Cover,
  FileContent,
  FolderSurvey,
  FoundFileAudio,
  LibraryFolders,
  ListingOptions,
} from "../../ports/library/library-folders.js";
import type { DirectoryStore, MarkedDirectory } from "../../ports/library/directory-store.js";
import type { FolderStore } from "../../ports/library/folder-store.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { fileStatsFrom } from "./file-stats.js";
import { findConfinedFile, isInside } from "../files/confined-file.js";
import { DiskCalls } from "../files/disk-calls.js";
import { findCoverBeside, findCoverName } from "./cover-beside.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { type Exclusion, exclusionOf } from "./excluded-names.js";
import { DividedFiles, type SheetsBeside } from "./cue/divided-files.js";
import { FolderWalk } from "./folder-walk.js";
import { findDirectoryState, readMountPoints } from "./mount-points.js";
import type { EmbeddedTagSource } from "./tags/embedded-tag-reader.js";
import type { FileReading } from "./tags/tag-exchange.js";

const RECENT_MILLISECONDS = 1_000;

/** Directories whose cover is kept for the other files of the directory. */
const KEPT_DIRECTORIES = 16;

/** Reads library folders on a disk of this machine. */
export class DiskLibraryFolders implements LibraryFolders {
  readonly #isExcluded: Exclusion;
  readonly #disk: DiskCalls;
  readonly #divided: DividedFiles;
  /** The names of the covers of the directories that were read last. */
  readonly #coverNames = new KeptValues<Promise<string | undefined>>(KEPT_DIRECTORIES);
  /** Configured folders that could not be used at the last check. */
  readonly #missing = new Set<string>();
  #recent: { readonly folders: Promise<readonly string[]>; readonly readAt: number } | undefined;

  /** @param needs `folders` as configured; relative ones count from the working directory */
  constructor(
    private readonly needs: {
      readonly folders: readonly string[];
      /** Names and glob patterns of files and folders that are not listed; none where absent. */
      readonly excluded?: readonly string[];
      /** The folders that were added or paused; none where absent. */
      readonly settings?: Pick<FolderStore, "list">;
      /** The directories that are mount points, or whose files are away; none where absent. */
      readonly directories?: Pick<DirectoryStore, "listMarked">;
      readonly logger: Logger;
      /** Reads the tags inside files; its owner closes it. */
      readonly embedded: EmbeddedTagSource;
      /** Shared by all that read the same disks; a separate one by default. */
      readonly disk?: DiskCalls;
    },
  ) {
    this.#disk = needs.disk ?? new DiskCalls();
    this.#isExcluded = exclusionOf(needs.excluded ?? []);
    this.#divided = new DividedFiles({ disk: this.#disk, logger: needs.logger });
  }

  /** Reads the disk every time, because a folder may be mounted, replaced or removed. */
  async survey(): Promise<FolderSurvey> {
    const stored = (await this.needs.settings?.list()) ?? [];
    const added = stored.filter(({ isAdded }) => isAdded).map(({ folder }) => folder);
    const looks = await Promise.all(
      [...this.needs.folders, ...added].map((folder) => this.#inspectConfigured(folder)),
    );
    const missing = looks.filter((look) => typeof look !== "string");
    const unique = [...new Set(looks.filter((look) => typeof look === "string"))];
    const folders = unique.filter(
      (folder) => !unique.some((other) => other !== folder && isInside(other, folder)),
    );
    return { folders, missing };
  }

  async findActive(): Promise<readonly string[]> {
    const { folders } = await this.survey();
    const stored = (await this.needs.settings?.list()) ?? [];
    const paused = new Set(stored.filter(({ isPaused }) => isPaused).map(({ folder }) => folder));
    const active = folders.filter((folder) => !paused.has(folder));
    const areEmpty = await Promise.all(active.map((folder) => isEmptyFolder(this.#disk, folder)));
    return active.filter((_, index) => !areEmpty[index]);
  }

  async inspect(path: string): Promise<{ folder: string; problem?: string }> {
    const look = await inspectFolder(this.#disk, path);
    return "real" in look ? { folder: look.real } : { folder: resolve(path), problem: look.reason };
  }

  async resolve(folder: string): Promise<{ folder: string; below: string }> {
    const real = await canonicalFolder(this.#disk, folder);
    const library = (await this.#folders()).find((one) => isInside(one, real));
    if (library === undefined) {
      throw new InvalidInputError(
        "folder",
        "lies outside the library folders; add it to LIBRARY_DIRS",
      );
    }
    return { folder: library, below: relative(library, real).split(sep).join("/") };
  }

  async *listFiles(folder: string, options: ListingOptions = {}): AsyncGenerator<FoundFile> {
    const { folder: top, below } = await this.resolve(folder);
    const library = await this.#folders();
    const walk = new FolderWalk({
      folder: top,
      library,
      logger: this.needs.logger,
      options,
      isExcluded: this.#isExcluded,
      disk: this.#disk,
    });
    yield* walk.files(below);
  }

  async read(file: FoundFile): Promise<FileContent> {
    let reading = await this.#reading(await this.#recentFolders(), file);
    // Its folder may have been added or mounted in the last second.
    if (isMissing(reading)) reading = await this.#reading(await this.#folders(), file);
    if (isMissing(reading) && (await (await this.#awayTest())(file))) {
      throw new AudioUnavailableError();
    }
    if ("problem" in reading) throw errorOf(reading);
    const { fingerprint, ...embedded } = reading;
    const content = await this.#divided.contentOf(
      file.relativePath,
      embedded,
      await this.#sheetsOf(file),
    );
    const beside = await this.#coversBeside(file);
    return { ...content, ...(beside && { beside }), fingerprint };
  }

  /** Looks at the covers beside a file once for each state of them; `undefined` where a scan found none. */
  async #coversBeside({
    folder,
    relativePath,
    covers,
  }: FoundFile): Promise<CoversBeside | undefined> {
    if (covers === undefined) return undefined;
    const directory = { folder, relativePath: directoryOf(relativePath) };
    try {
      const coverBeside = await this.#coverNames.of(
        [absolutePathOf(directory), covers],
        async () => {
          const library = await this.#recentFolders();
          return findCoverName(directory, { disk: this.#disk, library }, this.#isExcluded);
        },
      );
      return { covers, ...(coverBeside !== undefined && { coverBeside }) };
    } catch (error) {
      if (error instanceof AudioUnavailableError) return { covers: "" };
      throw error;
    }
  }

  /** Returns where the cue sheets beside a file are; `undefined` where a scan found none. */
  async #sheetsOf(file: FoundFile): Promise<SheetsBeside | undefined> {
    if (file.sheets === undefined) return undefined;
    const within = await this.#recentFolders();
    const confined = await findConfinedFile(this.#disk, within, file);
    return confined && { beside: confined.path, state: file.sheets, within };
  }

  #reading(folders: readonly string[], file: LibraryPath): Promise<FileReading> {
    return this.needs.embedded.readFile({ folders, file });
  }

  async findCover(file: LibraryPath & CoverPlaces): Promise<Cover | undefined> {
    const { hasCover, coverBeside } = file;
    const folders = await this.#folders();
    const confined = await findConfinedFile(this.#disk, folders, file);
    if (confined === undefined) return undefined;
    const wanted = { path: confined.path, within: folders };
    const embedded = hasCover ? await this.needs.embedded.findCover(wanted) : undefined;
    if (embedded !== undefined || coverBeside === undefined) return embedded;
    return findCoverBeside(file, coverBeside, { disk: this.#disk, library: folders });
  }

  async findAudio(path: TrackPath): Promise<FoundFileAudio | undefined> {
    const [found] = await this.findAudioOf([path]);
    if (found instanceof AudioUnavailableError) throw found;
    return found;
  }

  async findAudioOf(
    paths: readonly TrackPath[],
  ): Promise<readonly (FoundFileAudio | AudioUnavailableError | undefined)[]> {
    const folders = await this.#folders();
    const found = await Promise.all(paths.map((path) => findAudioIn(this.#disk, folders, path)));
    if (!found.includes(undefined)) return found;
    const isAway = await this.#awayTest();
    return Promise.all(
      paths.map(async (path, index) => {
        const isUnavailable = found[index] === undefined && (await isAway(path));
        return isUnavailable ? new AudioUnavailableError() : found[index];
      }),
    );
  }

  async presenceIn(folder: string): Promise<string> {
    const mountPoints = await readMountPoints();
    const marked = await this.#markedPaths();
    const paths = new Set(
      [...marked.keys(), ...mountPoints].filter((path) => isInside(folder, path)),
    );
    const states = await Promise.all(
      [...paths].sort().map(async (path) => {
        const state = await findDirectoryState(this.#disk, path, mountPoints);
        return [path, state?.inode, state?.isMount, await isEmptyFolder(this.#disk, path)];
      }),
    );
    return JSON.stringify(states);
  }

  /**
   * Returns what tells whether a stored file that does not exist is away: its library folder cannot be used now, the
   * nearest directory that exists is empty, as the mount point of an unmounted disk is, or a scan has found its
   * directory away, or its disk was mounted and is not any more.
   */
  async #awayTest(): Promise<(path: LibraryPath) => Promise<boolean>> {
    const { folders, missing } = await this.survey();
    const marked = await this.#markedPaths();
    return async ({ folder, relativePath }) => {
      if (missing.length > 0 && !folders.some((one) => isInside(one, folder))) return true;
      const path = join(folder, relativePath);
      const library = folders.find((one) => isInside(one, path));
      if (library === undefined) return false;
      for (let above = dirname(path); isInside(library, above); above = dirname(above)) {
        const mark = marked.get(above);
        if (mark?.away || (await isEmptyFolder(this.#disk, above))) return true;
        if (mark?.isMount && !(await isMounted(this.#disk, above))) return true;
        if (above === dirname(above)) break;
      }
      return false;
    };
  }

  /** Returns the marked directories by their absolute paths. */
  async #markedPaths(): Promise<ReadonlyMap<string, MarkedDirectory>> {
    const marked = (await this.needs.directories?.listMarked()) ?? [];
    return new Map(marked.map((mark) => [join(mark.folder, mark.relativePath), mark]));
  }

  /** Returns the usable folders of at most a second ago, for a scan, which reads many files of them. */
  #recentFolders(): Promise<readonly string[]> {
    const now = performance.now();
    if (this.#recent === undefined || now - this.#recent.readAt > RECENT_MILLISECONDS) {
      this.#recent = { folders: this.#folders(), readAt: now };
    }
    return this.#recent.folders;
  }

  async #folders(): Promise<readonly string[]> {
    return (await this.survey()).folders;
  }

  /** Returns the canonical path of a configured folder, or why it cannot be used; that is logged once. */
  async #inspectConfigured(path: string): Promise<string | UnreachablePath> {
    const look = await inspectFolder(this.#disk, path);
    if ("real" in look) {
      this.#missing.delete(path);
      return look.real;
    }
    const { reason } = look;
    if (!this.#missing.has(path)) {
      this.needs.logger.warn("A library folder cannot be used.", { folder: path, reason });
    }
    this.#missing.add(path);
    return { path, reason };
  }
}

/** @throws {InvalidInputError} it does not exist, is not a folder, or cannot be read */
async function canonicalFolder(disk: DiskCalls, folder: string): Promise<string> {
  const look = await inspectFolder(disk, folder);
  if ("reason" in look) throw new InvalidInputError("folder", look.reason);
  return look.real;
}

/** Returns the canonical path of a folder, or what is wrong with it. */
async function inspectFolder(
  disk: DiskCalls,
  folder: string,
): Promise<{ readonly real: string } | { readonly reason: string }> {
  if (folder.includes("\0")) return { reason: "contains a null byte" };
  try {
    const real = await disk.realpath(resolve(folder));
    return (await disk.stat(real)).isDirectory() ? { real } : { reason: "is not a folder" };
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === undefined) throw error;
    return { reason: code === "ENOENT" ? "does not exist" : `cannot be read (${code})` };
  }
}

/** Whether a disk is mounted at a directory now. */
async function isMounted(disk: DiskCalls, path: string): Promise<boolean> {
  const state = await findDirectoryState(disk, path, await readMountPoints());
  return state?.isMount === true;
}

/** Whether a folder can be listed and is empty. */
async function isEmptyFolder(disk: DiskCalls, path: string): Promise<boolean> {
  try {
    const entries = disk.list(path);
    const first = await entries.next();
    await entries.return(undefined);
    return first.done === true;
  } catch (error) {
    if (systemCodeOf(error) !== undefined) return false;
    throw error;
  }
}

/** Returns the audio that a path names now in some folders, the error where it cannot be read now, or `undefined`. */
async function findAudioIn(
  disk: DiskCalls,
  folders: readonly string[],
  path: TrackPath,
): Promise<FoundFileAudio | AudioUnavailableError | undefined> {
  try {
    const confined = await findConfinedFile(disk, folders, path);
    if (confined === undefined) return undefined;
    const state = fileStatsFrom(confined.stats);
    const audio = { kind: "file", path: confined.path, state, within: folders } as const;
    return { ...audio, ...(path.range && { range: path.range }) };
  } catch (error) {
    if (error instanceof AudioUnavailableError) return error;
    throw error;
  }
}

const isMissing = (reading: FileReading): boolean =>
  "problem" in reading && reading.problem === "missing";

type Problem = Extract<FileReading, { readonly problem: string }>;

const MESSAGES = {
  missing: "the file does not exist any more, or is not in the library",
  empty: "the file is empty",
  unreadable: "the file cannot be read",
} as const;

function errorOf(found: Problem): Error {
  if (found.problem === "unavailable") return new AudioUnavailableError();
  const isOther = found.problem === "not audio";
  return new AudioUndecodableError(isOther ? found.reason : MESSAGES[found.problem]);
}
