import { abortingWith } from "../../domain/abort-signals.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { pathBelow, type ScanReport } from "../../domain/library/library-file.js";
import { isOnMusicServer } from "../../domain/music-server/music-server.js";
import { scanCountsOf } from "../../domain/library/library-scan.js";
import type { FolderChanges, FolderWatch } from "../../ports/library/folder-changes.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { FailureLog } from "../failure-log.js";
import { ChangedPaths, folderOf } from "./changed-paths.js";
import type { LibraryService } from "./library-service.js";

/** Interval at which folders are looked at: whether a disk has come or gone, and changes to scan. */
const TICK_MILLISECONDS = 500;

/** Ticks between two looks at the folders themselves. */
const TICKS_PER_SURVEY = 20;

/** For how long the scan of the start waits until the folders are watched: the watch of a disk that hangs may never begin. */
const MAX_WAIT_MILLISECONDS = 10_000;

/** A watched folder. */
interface Watched {
  /** Absent where it cannot be watched. */
  readonly watch: FolderWatch | undefined;
  /** The state of its mounts when the watch began, as `presenceIn` describes it. */
  readonly presence: string;
}

/**
 * Keeps the library up to date while the server runs: scans what has changed, as the operating system
 * reports it, and everything at an interval, because nothing is reported of network mounts.
 */
export class LibraryWatch {
  readonly #stopping = new AbortController();
  readonly #watches = new Map<string, Watched>();
  readonly #changed: ChangedPaths;
  /** Settles when the first folders are watched. */
  #watching: Promise<unknown> = Promise.resolve();
  #running: Promise<void> = Promise.resolve();
  /** The scans that run beside, because a music server may take hours to list its songs: of everything, and of changed servers. */
  readonly #beside = new Set<Promise<void>>();
  #isEverythingScanned = true;
  #isScanRequested = false;
  #isSurveyRequested = false;
  /** Whether the scan of the start has begun, so that it may have passed what lies in a folder that is watched from now on. */
  #hasScanBegun = false;

  constructor(
    private readonly needs: {
      readonly library: Pick<LibraryService, "scan" | "scanAll">;
      readonly folders: Pick<LibraryFolders, "findActive" | "presenceIn">;
      /** Absent where only the interval counts. */
      readonly changes: FolderChanges | undefined;
      /** Interval of whole scans; 0 for none. */
      readonly scanIntervalMilliseconds: number;
      readonly clock: Clock;
      readonly logger: Logger;
      readonly failures: FailureLog;
    },
  ) {
    this.#changed = new ChangedPaths(needs.clock);
  }

  /** Starts the background work. Called at most once. */
  start(): void {
    this.#watching = this.#attempt(() => this.#follow());
    this.#running = this.#watching.then(() => this.#run());
  }

  /**
   * Scans everything at the start, once the folders are watched, so that no change is missed between the two. Called at most
   * once, after `start`.
   *
   * @param signal aborts the scan; what it has stored stays
   */
  async scanFirst(signal: AbortSignal): Promise<ScanReport> {
    const over = abortingWith([signal]);
    const { clock, library } = this.needs;
    await Promise.race([this.#watching, clock.sleep(MAX_WAIT_MILLISECONDS, over.signal)]);
    over.abort();
    this.#hasScanBegun = true;
    return library.scanAll({ signal });
  }

  /** Lets every folder be scanned within a second, after a scan in progress. */
  requestScan(): void {
    this.#isScanRequested = true;
  }

  /** Lets folders that were added or resumed be scanned within seconds, and those that were paused be watched no longer. */
  requestSurvey(): void {
    this.#isSurveyRequested = true;
  }

  /** Aborts a scan in progress, and watches no longer. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(this.#beside);
    for (const { watch } of this.#watches.values()) await watch?.close();
  }

  async #run(): Promise<void> {
    const { clock, scanIntervalMilliseconds } = this.needs;
    const { signal } = this.#stopping;
    let scannedAt = clock.now();
    for (let tick = 1; !signal.aborted; tick++) {
      await this.#attempt(async () => {
        if (this.#isSurveyRequested || tick % TICKS_PER_SURVEY === 0) {
          this.#isSurveyRequested = false;
          await this.#follow();
        }
        const isDue = clock.now() - scannedAt >= scanIntervalMilliseconds;
        const isWanted = this.#isScanRequested || (scanIntervalMilliseconds > 0 && isDue);
        if (isWanted && this.#isEverythingScanned) {
          this.#isScanRequested = false;
          scannedAt = clock.now();
          this.#scanEverything();
        }
        for (const folder of this.#changed.takeSettled()) {
          if (isOnMusicServer(folder.library)) this.#runBeside(() => this.#scan(folder));
          else await this.#scan(folder);
        }
      });
      await clock.sleep(TICK_MILLISECONDS, signal);
    }
  }

  #scanEverything(): void {
    const { signal } = this.#stopping;
    this.#isEverythingScanned = false;
    this.#runBeside(async () => {
      await this.needs.library.scanAll({ signal }).finally(() => {
        this.#isEverythingScanned = true;
      });
    });
  }

  /** Does some work without being waited for, except by `close`. */
  #runBeside(work: () => Promise<void>): void {
    const running: Promise<void> = this.#attempt(work).finally(() => this.#beside.delete(running));
    this.#beside.add(running);
  }

  /** Does some work; what fails is logged, unless it fails because the watch ends. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) this.needs.failures.record(error);
    });
  }

  /**
   * Watches the folders that have become readable, and no longer those that have not. A folder in which
   * a disk was mounted, or is not mounted any more, is watched anew.
   */
  async #follow(): Promise<void> {
    const readable = new Map<string, string>();
    for (const folder of await this.needs.folders.findActive()) {
      readable.set(folder, await this.needs.folders.presenceIn(folder));
    }
    for (const [folder, { watch, presence }] of this.#watches) {
      if (readable.get(folder) === presence) continue;
      this.#watches.delete(folder);
      await watch?.close();
    }
    for (const [folder, presence] of readable) {
      if (this.#watches.has(folder)) continue;
      const watch = await this.#watch(folder);
      this.#watches.set(folder, { watch, presence });
      // What changed before the watch began is not reported.
      if (this.#hasScanBegun) this.#changed.add(folder, [folder]);
    }
  }

  async #watch(folder: string): Promise<FolderWatch | undefined> {
    const { changes, logger } = this.needs;
    if (changes === undefined || isOnMusicServer(folder)) return undefined;
    try {
      return await changes.watch(folder, (paths) => this.#changed.add(folder, paths));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn("A library folder cannot be watched; it is scanned at an interval.", {
        folder,
        reason,
      });
      return undefined;
    }
  }

  /** Scans a folder, or the nearest one above it that still exists. */
  async #scan({ library, changed }: { library: string; changed: string }): Promise<void> {
    const { signal } = this.#stopping;
    const startedAt = this.needs.clock.now();
    // No second scan of it begins meanwhile.
    this.#changed.pauseAfter(library, Infinity);
    try {
      for (let folder = changed; ; folder = folderOf(folder)) {
        try {
          const counts = scanCountsOf(await this.needs.library.scan(folder, { signal }));
          this.needs.logger.info("A changed folder was scanned.", { folder, ...counts });
          return;
        } catch (error) {
          const isGone = error instanceof InvalidInputError;
          if (!isGone || pathBelow(library, folder) === undefined) throw error;
        }
      }
    } finally {
      this.#changed.pauseAfter(library, this.needs.clock.now() - startedAt);
    }
  }
}
