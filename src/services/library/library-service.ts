import { absenceReason, directoriesAbove } from "../../domain/library/library-directory.js";
import {
  absolutePathOf,
  mayHaveCover,
  type KnownFolder,
  type LibraryFile,
  type ScanReport,
  type UnreachablePath,
} from "../../domain/library/library-file.js";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import { AudioNotFoundError } from "../../domain/errors/not-found-errors.js";
import { isOnMusicServer } from "../../domain/music-server/music-server.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { AudioReader, OpenedAudio } from "../../ports/analysis/audio-reader.js";
import type { Cover, LibraryFolders } from "../../ports/library/library-folders.js";
import type { DirectoryStore } from "../../ports/library/directory-store.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { HeldAudio, LocalAudio } from "../../ports/library/local-audio.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { FileRecordings } from "../analysis/file-recordings.js";
import type { FolderStore } from "../../ports/library/folder-store.js";
import type { LibraryFolderService } from "./library-folder-service.js";
import { changesOf, findAway } from "./away-directories.js";
import { compareFolder, type Comparison } from "./folder-comparison.js";
import type { LibraryScans, ScanCounter } from "./library-scans.js";
import { ScanIntake } from "./scan-intake.js";

/** Options of a scan. */
export interface ScanOptions {
  /** Called with how many files of a folder are read, and how many are to be. */
  readonly onProgress?: (doneFiles: number, totalFiles: number) => void;
  /** Aborts the scan; what it has stored stays. */
  readonly signal?: AbortSignal;
  /** Whether all files are read whole again, also those whose size and times are as stored. */
  readonly isFull?: boolean;
}

/** What is scanned. */
interface ScannedFolder {
  /** The library folder. */
  readonly folder: string;
  /** The path below it, empty for the whole folder. */
  readonly below: string;
}

/** What scans wait in: one line for all disks, and one for the folder of each music server. */
type ScanLine = string;

const DISKS: ScanLine = "disks";

/** What is done after scans waits in a line of its own. */
const AFTER_SCANS = "after scans";

/** Returns the line of a folder, or of what lies in it. */
const lineOf = (path: string): ScanLine =>
  isOnMusicServer(path) ? path.replace(/\/.*$/u, "") : DISKS;

/** Files that are read before they are stored together. */
const FILES_PER_SAVE = 100;

/** Scans the library folders, and stores their audio files as tracks. */
export class LibraryService {
  /** Settle when the last of each line is over. */
  readonly #lines = new Map<string, Promise<unknown>>();

  constructor(
    private readonly needs: {
      readonly folders: LibraryFolders;
      /** Lists and changes the folders. */
      readonly knownFolders: LibraryFolderService;
      readonly store: LibraryStore;
      readonly directories: DirectoryStore;
      readonly logger: Logger;
      readonly clock: Pick<Clock, "now">;
      readonly recordings: Pick<FileRecordings, "identify" | "verify">;
      /** Called after files were stored or removed. */
      readonly onStored?: () => void;
      readonly settings: FolderStore;
      readonly audio: LocalAudio;
      readonly reader: AudioReader;
      /** Shows the scans to clients. */
      readonly scans: Pick<LibraryScans, "show">;
      /** Called at the end of each scan, before its report; it fails never. */
      readonly onScanned?: () => Promise<unknown>;
    },
  ) {}

  /**
   * Scans every configured or added folder that is not paused. Removes only missing files of these folders: files of other
   * folders belong to other servers, or are removed by `removeFolder`. Of the disks, one scan runs at a time, and of each music
   * server; a second waits for the first. A music server may take hours to list its songs, and holds up no other folder.
   */
  async scanAll(options: ScanOptions = {}): Promise<ScanReport> {
    const { folders } = await this.needs.folders.survey();
    const lines = new Set([DISKS, ...folders.map(lineOf)]);
    const scans = [...lines].map((line) => this.#scanLine(line, options));
    let report = nothing;
    let failed: PromiseRejectedResult | undefined;
    for (const scan of await Promise.allSettled(scans)) {
      if (scan.status === "fulfilled") report = sum(report, scan.value);
      else failed ??= scan;
    }
    if (failed) throw failed.reason;
    return report;
  }

  /** Scans the folders of a line, one after the other. */
  #scanLine(line: ScanLine, options: ScanOptions): Promise<ScanReport> {
    return this.#afterOthers(line, () =>
      this.#shown(options, async (counter) => {
        const { folders, missing } = await this.needs.folders.survey();
        const stored = await this.needs.settings.list();
        const paused = new Set(
          stored.filter(({ isPaused }) => isPaused).map(({ folder }) => folder),
        );
        const isScanned = (folder: string): boolean =>
          lineOf(folder) === line && !paused.has(folder);
        const unreachable = missing.filter(({ path }) => isScanned(path));
        let report: ScanReport = { ...nothing, unreachable };
        for (const folder of folders.filter(isScanned)) {
          report = sum(report, await this.#scan({ folder, below: "" }, options, counter));
        }
        return report;
      }),
    );
  }

  /**
   * Scans one folder of the library, or one below it.
   *
   * @throws {InvalidInputError} the folder does not exist or is outside the library
   */
  scan(path: string, options: ScanOptions = {}): Promise<ScanReport> {
    return this.#afterOthers(lineOf(path), async () => {
      const scanned = await this.needs.folders.resolve(path);
      return this.#shown(options, (counter) => this.#scan(scanned, options, counter));
    });
  }

  /** Returns the cover in a file of this track, or the one beside it, or `undefined`. */
  async findCover(ref: TrackRef): Promise<Cover | undefined> {
    for (const file of await this.needs.store.findFiles(ref)) {
      const cover = mayHaveCover(file) ? await this.needs.folders.findCover(file) : undefined;
      if (cover) return cover;
    }
    return undefined;
  }

  /**
   * Opens the audio of a track, for reading as it is: the first file that this server has now, in the order of paths.
   *
   * @throws {AudioNotFoundError} the library has no file of this track, or none that exists
   * @throws {AudioUnavailableError} it cannot be read now
   */
  async openAudio(ref: TrackRef): Promise<OpenedAudio> {
    const { store, folders, audio, reader } = this.needs;
    let unavailable: AudioUnavailableError | undefined;
    for (const file of await store.findFiles(ref)) {
      try {
        const found = await folders.findAudio(file);
        const held = found && (await audio.hold(found, found.state));
        const opened = held && (await openedAudioOf(reader, held));
        if (opened) return opened;
      } catch (error) {
        if (!(error instanceof AudioUnavailableError)) throw error;
        unavailable = error;
      }
    }
    if (unavailable) throw unavailable;
    throw new AudioNotFoundError(ref, "The library of this server has no file of it.");
  }

  /** Counts the files of the library. */
  countFiles(): Promise<number> {
    return this.needs.store.count();
  }

  /** Returns the folders with files in the library, the configured and the added ones, ordered by path. */
  listFolders(): Promise<readonly KnownFolder[]> {
    return this.needs.knownFolders.list();
  }

  /**
   * Adds a folder beside the configured ones, also while a scan runs; the next one finds its files.
   *
   * @throws {InvalidInputError} it cannot be read, or is in the library already
   */
  addFolder(path: string): Promise<KnownFolder> {
    return this.#changed(this.needs.knownFolders.add(path));
  }

  /**
   * Pauses a folder, which is then neither scanned nor analysed by itself, or resumes it. Its tracks
   * are found and answered all the same.
   *
   * @throws {InvalidInputError} the library does not have this folder
   */
  pauseFolder(path: string, isPaused = true): Promise<KnownFolder> {
    return this.#changed(this.needs.knownFolders.pause(path, isPaused));
  }

  /**
   * Removes a folder that was added, and the files of any folder, whether or not it still exists, after a scan that runs;
   * their analyses stay. The files of a configured folder are added again by the next scan. Of a directory whose files
   * are away, those are removed.
   *
   * @returns the folder as it was
   * @throws {InvalidInputError} the library has neither this folder nor a file of it
   */
  removeFolder(path: string): Promise<KnownFolder> {
    return this.#changed(
      this.#afterOthers(lineOf(path), () => this.needs.knownFolders.remove(path)),
    );
  }

  /** Forgets a folder that was removed elsewhere, and removes its files; returns how many there were. */
  forgetFolder(folder: string): Promise<number> {
    return this.#changed(
      this.#afterOthers(lineOf(folder), () => this.needs.knownFolders.forget(folder)),
    );
  }

  async #changed<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change;
    this.needs.onStored?.();
    return result;
  }

  async #afterOthers<Result>(line: string, work: () => Promise<Result>): Promise<Result> {
    const done = (this.#lines.get(line) ?? Promise.resolve()).then(work);
    this.#lines.set(
      line,
      done.catch(() => undefined),
    );
    return done;
  }

  async #shown(
    { signal }: ScanOptions,
    scan: (counter: ScanCounter) => Promise<ScanReport>,
  ): Promise<ScanReport> {
    const report = await this.needs.scans.show(scan, signal);
    await this.#afterOthers(AFTER_SCANS, async () => this.needs.onScanned?.());
    return report;
  }

  async #scan(
    { folder, below }: ScannedFolder,
    options: ScanOptions,
    counter: ScanCounter,
  ): Promise<ScanReport> {
    const { signal, isFull = false } = options;
    counter.folder = absolutePathOf({ folder, relativePath: below });
    const compared = await compareFolder(this.needs, { folder, below, signal, isFull, counter });
    const { fresh, missing, superseded, unchanged, unreachable } = compared;
    const intake = new ScanIntake(this.needs, { missing, isFull });
    const totalFiles = unchanged + fresh.length;
    options.onProgress?.(unchanged, totalFiles);
    for (let start = 0; start < fresh.length; start += FILES_PER_SAVE) {
      signal?.throwIfAborted();
      const some = fresh.slice(start, start + FILES_PER_SAVE);
      await intake.take(some);
      counter.filesLeft -= some.length;
      this.needs.onStored?.();
      options.onProgress?.(Math.min(unchanged + start + FILES_PER_SAVE, totalFiles), totalFiles);
    }
    const unread = new Set(intake.unreachable.map(({ path }) => path));
    const replaced = superseded.filter((file) => !unread.has(absolutePathOf(file)));
    const { deleted, away } = await this.#judgeMissing(folder, below, compared);
    await this.needs.store.remove([...deleted, ...replaced, ...intake.unreadable]);
    this.needs.onStored?.();
    return {
      ...intake.report,
      unchanged: unchanged + intake.report.unchanged,
      deleted: deleted.length,
      unreachable: [...unreachable, ...away, ...intake.unreachable],
    };
  }

  /** Tells files that were deleted from those that are away, and stores the directories as they are now. */
  async #judgeMissing(
    folder: string,
    below: string,
    { fresh, found, missing, reached }: Comparison,
  ): Promise<{
    readonly deleted: readonly LibraryFile[];
    readonly away: readonly UnreachablePath[];
  }> {
    const { directories, logger } = this.needs;
    const stored = await directories.list(folder);
    const known = { ...reached, seen: reached.directories, stored, below };
    const away = findAway(known, { found, missing: missing.keys() });
    const isAway = (path: string): boolean =>
      [...directoriesAbove(path)].some((directory) => away.has(directory));
    const [kept, deleted]: [string[], LibraryFile[]] = [[], []];
    for (const [path, [file]] of missing) {
      if (isAway(path)) kept.push(path);
      else if (file) deleted.push(file);
    }
    const paths = [...found, ...fresh.map(({ found: file }) => file.relativePath), ...kept];
    const changes = changesOf(known, paths, away);
    await directories.save(folder, changes);
    for (const [relativePath, { away: now }] of changes.changed) {
      const path = absolutePathOf({ folder, relativePath });
      const before = stored.get(relativePath)?.away;
      if (now && !before) logger.warn(FILES_AWAY, { path, ...now });
      if (before && !now) logger.info("Files of the library are back.", { path });
    }
    const reports = [...away].map(([relativePath, { absence }]) => ({
      path: absolutePathOf({ folder, relativePath }),
      reason: absenceReason(absence),
    }));
    return { deleted, away: reports };
  }
}

const FILES_AWAY = "Files of the library are away. They are kept until their disk is back.";

/** Opens audio that is held until it is closed; `undefined` where it was removed or made unreadable since it was found. */
async function openedAudioOf(
  reader: AudioReader,
  { audio, release }: HeldAudio,
): Promise<OpenedAudio | undefined> {
  try {
    const opened = await reader.open(audio);
    return { ...opened, close: () => opened.close().finally(release) };
  } catch (error) {
    release();
    if (!(error instanceof AudioUndecodableError)) throw error;
    return undefined;
  }
}

const nothing: ScanReport = {
  added: 0,
  changed: 0,
  moved: 0,
  deleted: 0,
  unchanged: 0,
  failed: [],
  unreachable: [],
};

const sum = (left: ScanReport, right: ScanReport): ScanReport => ({
  added: left.added + right.added,
  changed: left.changed + right.changed,
  moved: left.moved + right.moved,
  deleted: left.deleted + right.deleted,
  unchanged: left.unchanged + right.unchanged,
  failed: [...left.failed, ...right.failed],
  unreachable: [...left.unreachable, ...right.unreachable],
});
