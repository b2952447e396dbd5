import type { Dirent } from "node:fs";
import { basename, join } from "node:path";
import type { FoundFile } from "../../domain/library/library-file.js";
import type { ListingOptions } from "../../ports/library/library-folders.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { compareTexts } from "../../domain/compare-texts.js";
import { digestOf } from "../../domain/track/track-key.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { portionsOf } from "../storage/portions.js";
import { directoryOf } from "../../domain/directory-of.js";
import { directoriesAbove, type DirectoryState } from "../../domain/library/library-directory.js";
import { isAudioName, isCueName } from "./file-kinds.js";
import { fileStatsFrom } from "./file-stats.js";
import { isInAny } from "../files/confined-file.js";
import type { DiskCalls } from "../files/disk-calls.js";
import { isCoverName } from "./cover-beside.js";
import { directoryStateOf, findDirectoryState, readMountPoints } from "./mount-points.js";
import { type Exclusion, isBelowExcluded } from "./excluded-names.js";

const CONCURRENT_FILES = 32;

/** What stands for bytes of a name that are not UTF-8. */
const LOST_CHARACTER = "\uFFFD";

/** Error codes of a path that does not exist; with any other code, something may exist there. */
const NOTHING_THERE: readonly string[] = ["ENOENT", "ENOTDIR", "ELOOP"];

/**
 * One walk through a library folder. It holds the names of the folders still to visit, and the links of
 * one folder, in memory.
 *
 * Hidden and excluded files and folders are skipped. Links are followed after everything else, and only
 * where they lead into the library, so that a file is listed under its own name first; no real folder
 * is entered twice, so links cannot make a cycle. What cannot be read is logged and skipped, and
 * reported where something may exist there.
 */
export class FolderWalk {
  readonly #entered = new Set<string>();
  readonly #links: string[] = [];
  /** The states of the covers of the directories that have some, by relative path. */
  readonly #covers = new Map<string, string>();
  /** The mount points that were entered, by relative path, with their real paths. */
  readonly #mounts = new Map<string, string>();
  #mountPoints: ReadonlySet<string> = new Set();

  /** @param needs `folder` is one of `library`, all canonical */
  constructor(
    private readonly needs: {
      readonly folder: string;
      readonly library: readonly string[];
      readonly logger: Logger;
      readonly options: ListingOptions;
      readonly isExcluded: Exclusion;
      readonly disk: DiskCalls;
    },
  ) {}

  /**
   * Lists the files below a relative path, which is empty for the whole folder.
   *
   * @throws the signal's reason, once it is aborted
   */
  async *files(below: string): AsyncGenerator<FoundFile> {
    if (below !== "" && isBelowExcluded(this.needs.isExcluded, below)) return;
    this.#mountPoints = await readMountPoints();
    for (const above of directoriesAbove(below)) {
      const state = await this.#stateOf(above, this.#absolute(above));
      this.needs.options.onDirectory?.(above, { ...state, isEmpty: false });
    }
    yield* this.#tree(below);
    // Includes the links that are found behind these.
    for (const link of this.#links) yield* this.#behind(link);
    await this.#reportUnmounted();
  }

  async *#tree(top: string): AsyncGenerator<FoundFile> {
    const waiting = [top];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      yield* this.#entries(next, waiting);
    }
  }

  async *#entries(below: string, waiting: string[]): AsyncGenerator<FoundFile> {
    const paths: string[] = [];
    const audioNames: string[] = [];
    const covers: string[] = [];
    const sheets: string[] = [];
    try {
      const real = await this.needs.disk.realpath(this.#absolute(below));
      if (this.#entered.has(real) || !this.#isInLibrary(real)) return;
      this.#entered.add(real);
      // Before its entries are read, because its disk may be unmounted meanwhile.
      const state = await this.#stateOf(below, real);
      let isEmpty = true;
      for await (const entry of this.needs.disk.list(real)) {
        isEmpty = false;
        this.needs.options.signal?.throwIfAborted();
        const path = this.#sorted(entry, below, waiting);
        if (path === undefined) continue;
        if (isAudioName(entry.name)) audioNames.push(entry.name);
        if (entry.isFile() && isAudioName(entry.name)) paths.push(path);
        else if (entry.isFile() && isCueName(entry.name)) sheets.push(path);
        else if (!entry.isDirectory() && isCoverName(entry.name)) covers.push(path);
      }
      if (covers.length > 0) this.#covers.set(below, await this.#coversStateOf(covers));
      this.needs.options.onDirectory?.(below, { ...state, isEmpty });
    } catch (error) {
      this.#skip(below, error);
    }
    // Before the files, whose tracks they may say.
    const state =
      sheets.length > 0 ? sheetsStateOf(await this.#measured(sheets), audioNames) : undefined;
    for (const some of portionsOf(paths, CONCURRENT_FILES)) {
      this.needs.options.signal?.throwIfAborted();
      yield* await this.#measured(some, state);
    }
  }

  /** Queues folders and links; returns the path of an entry that is neither hidden nor excluded. */
  #sorted(entry: Dirent, below: string, waiting: string[]): string | undefined {
    if (entry.name.startsWith(".")) return undefined;
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (this.needs.isExcluded(path)) return undefined;
    if (entry.isDirectory()) waiting.push(path);
    if (entry.isSymbolicLink()) this.#links.push(path);
    return path;
  }

  async *#behind(link: string): AsyncGenerator<FoundFile> {
    this.needs.options.signal?.throwIfAborted();
    try {
      const real = await this.needs.disk.realpath(this.#absolute(link));
      if (!this.#isInLibrary(real)) {
        this.needs.logger.debug("Skipped a link that leads out of the library.", { path: link });
        return;
      }
      const stats = await this.needs.disk.stat(real);
      if (stats.isDirectory()) yield* this.#tree(link);
      else if (stats.isFile() && isAudioName(link)) yield* await this.#measured([link]);
    } catch (error) {
      if (isNothingThere(error)) this.needs.options.onBrokenLink?.(link);
      this.#skip(link, error);
    }
  }

  /** Returns the state of a directory, and notes whether it is a mount point. */
  async #stateOf(below: string, real: string): Promise<DirectoryState> {
    const state = await directoryStateOf(this.needs.disk, real, this.#mountPoints);
    if (state.isMount) this.#mounts.set(below, real);
    return state;
  }

  /** Reports the disks that were mounted when they were entered, and are not any more: part of their files may be listed. */
  async #reportUnmounted(): Promise<void> {
    const mountPoints = await readMountPoints();
    for (const [below, real] of this.#mounts) {
      const state = await findDirectoryState(this.needs.disk, real, mountPoints);
      if (state?.isMount) continue;
      this.needs.options.onUnreachable?.(below, "was unmounted during the scan");
    }
  }

  /** @param sheets the state of the cue sheets beside the files */
  async #measured(paths: readonly string[], sheets?: string): Promise<readonly FoundFile[]> {
    const found = await Promise.all(
      paths.map(async (relativePath): Promise<FoundFile | undefined> => {
        try {
          const stats = await this.needs.disk.stat(this.#absolute(relativePath));
          const covers = this.#covers.get(directoryOf(relativePath));
          return {
            ...{ folder: this.needs.folder, relativePath, ...fileStatsFrom(stats) },
            ...(covers !== undefined && { covers }),
            ...(sheets !== undefined && { sheets }),
          };
        } catch (error) {
          this.#skip(relativePath, error);
          return undefined;
        }
      }),
    );
    return found.filter((file) => file !== undefined);
  }

  /** Returns a text that is another one where a file that may be a cover came, went or changed; none of them is opened. */
  async #coversStateOf(paths: readonly string[]): Promise<string> {
    const states = await Promise.all(
      paths.toSorted(compareTexts).map(async (path) => {
        const stats = await this.needs.disk.stat(this.#absolute(path)).catch(nullWhereUnknown);
        return [basename(path), stats && fileStatsFrom(stats)];
      }),
    );
    return digestOf(JSON.stringify(states));
  }

  #absolute(below: string): string {
    return join(this.needs.folder, below);
  }

  #isInLibrary(real: string): boolean {
    return isInAny(this.needs.library, real);
  }

  #skip(below: string, error: unknown): void {
    const code = systemCodeOf(error);
    if (code === undefined) throw error;
    this.needs.logger.warn("Skipped a path of the library that cannot be read.", {
      path: this.#absolute(below),
      reason: code,
    });
    // Of a name that is no UTF-8, the operating system knows only the bytes, which are lost here.
    const isNameLost = below.includes(LOST_CHARACTER);
    if (isNothingThere(error) && !isNameLost) return;
    const reason = isNameLost
      ? "has a name that is not UTF-8; rename it"
      : `cannot be read (${code})`;
    this.needs.options.onUnreachable?.(below, reason);
  }
}

/**
 * Returns a text that is another one where a sheet of a directory was added, removed, renamed or changed, or an audio file
 * came or went: which file a sheet means depends on all that are there.
 */
const sheetsStateOf = (sheets: readonly FoundFile[], audioNames: readonly string[]): string => {
  const states = sheets.map(({ relativePath, sizeBytes, modifiedAt, changedAt }) =>
    JSON.stringify([basename(relativePath), sizeBytes, modifiedAt, changedAt]),
  );
  return digestOf(JSON.stringify([states.sort(), audioNames.toSorted()]));
};

/** Lets a file count by its name alone that cannot be looked at, such as a link to nothing. */
function nullWhereUnknown(error: unknown): null {
  if (systemCodeOf(error) === undefined) throw error;
  return null;
}

/** Whether an error of the operating system says that nothing exists at a path. */
const isNothingThere = (error: unknown): boolean =>
  NOTHING_THERE.includes(systemCodeOf(error) ?? "");
