import { abortingWith } from "../../domain/abort-signals.js";
import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { FileId } from "../../domain/library/library-file.js";
import { isRecordingId } from "../../domain/track/recording-id.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import { fileJobName, type JobLoad, type JobQueue } from "../../ports/analysis/job-queue.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { FileProgress, LibraryProgress } from "../../ports/library/library-progress.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { AnalysisStart } from "../analysis/analysis-start.js";
import type { RememberedFailures } from "../analysis/remembered-failures.js";
import type { FailureLog } from "../failure-log.js";
import type { LibraryStatusService } from "./library-status-service.js";
import { failureMayPass, hasFailed, mayBeTried, walkLibrary } from "./library-walk.js";

/** The jobs that wait at most, beside two for each that runs, so that no slot is idle and requests find a short queue. */
const WAITING_JOBS = 8;

/** Pause where nothing is left, after which tracks may be tried again whose failure was temporary. */
const IDLE_MILLISECONDS = 60_000;

/** Pause after a walk that found work, so that a track that stays unanalysed is not added without end. */
const WALK_PAUSE_MILLISECONDS = 2_000;

/** Interval at which the length of the queue is read where no job of this process ends. */
const QUEUE_PAUSE_MILLISECONDS = 1_000;

/** Analyses of an older version that one walk collects, to repeat the oldest of them first. */
const MAX_OUTDATED = 1_000;

/** What the analysis of a library needs. */
export interface LibraryAnalysisNeeds {
  readonly progress: LibraryProgress;
  readonly folders: Pick<LibraryFolders, "findActive">;
  readonly jobs: JobQueue;
  readonly start: AnalysisStart;
  readonly remembered: RememberedFailures;
  readonly failures: FailureLog;
  readonly status: Pick<LibraryStatusService, "expire">;
  readonly clock: Clock;
  /** Analyses of an older version are repeated. */
  readonly requiredVersion: number;
}

/**
 * Analyses the library in the background, behind what clients request. The library itself is the
 * queue: each walk through it adds jobs for tracks without an analysis, a few at a time, so that a
 * stop loses nothing. Where all are analysed, those of an older analysis version are repeated, oldest
 * first.
 */
export class LibraryAnalysis {
  readonly #stopping = new AbortController();
  /** Ends the pause after the last walk. */
  #idle = new AbortController();
  /** Ends a wait for the queue. */
  #jobEnd = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** The files whose jobs were added, and have not ended in this process since the last wait in which none did. */
  readonly #added = new Set<FileId>();
  /** The state of the library when a walk found nothing to do, now or later. */
  #settled: string | undefined;

  constructor(private readonly needs: LibraryAnalysisNeeds) {}

  /** Starts the background work. Called at most once. */
  start(): void {
    this.#running = this.#runForEver();
  }

  /** Ends a pause, because the library has changed. */
  wake(): void {
    this.#idle.abort();
  }

  /** Adds no further job, and waits for the one that is being added. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /**
   * Adds jobs until every file of the library is analysed or has failed, and waits for their end. The
   * caller runs the jobs.
   *
   * @throws {unknown} `signal.reason`, when aborted
   */
  async finish(signal: AbortSignal): Promise<void> {
    const leave = this.#followQueue();
    try {
      while ((await this.#walk(signal)) > 0) await this.#waitForQueue(signal);
    } finally {
      leave();
    }
    signal.throwIfAborted();
  }

  /**
   * Lets the analysis of a track that failed be tried again, or of all of them; returns how many.
   *
   * @throws {InvalidInputError} the analysis of this track has not failed
   */
  async retry(trackKey?: TrackRef): Promise<number> {
    const failed: string[] = [];
    for await (const file of this.#files(trackKey)) {
      if (hasFailed(file)) failed.push(fileJobName(file.fileId));
    }
    if (trackKey !== undefined && failed.length === 0) {
      throw new InvalidInputError(
        "trackKey",
        "must be that of a library track whose analysis has failed",
      );
    }
    await this.needs.remembered.forget(failed);
    this.needs.status.expire();
    this.wake();
    return failed.length;
  }

  /** Yields the files with one name, or all of them. */
  async *#files(trackKey: TrackRef | undefined): AsyncGenerator<FileProgress, void, void> {
    const { progress } = this.needs;
    if (trackKey === undefined) yield* walkLibrary(progress);
    else if (!isRecordingId(trackKey)) yield* await progress.findNamed(trackKey);
  }

  async #runForEver(): Promise<void> {
    const { clock, failures } = this.needs;
    const { signal } = this.#stopping;
    const leave = this.#followQueue();
    while (!signal.aborted) {
      // A change during the walk is found by the next one, without a pause.
      this.#idle = new AbortController();
      const pending = await this.#walk(signal).catch((error: unknown) => {
        failures.record(error);
        return 0;
      });
      const milliseconds = pending > 0 ? WALK_PAUSE_MILLISECONDS : IDLE_MILLISECONDS;
      await pauseFor(clock, milliseconds, [signal, this.#idle.signal]);
      this.#added.clear();
    }
    leave();
  }

  /**
   * Walks once through the library, unless nothing has changed since a walk that found nothing to do;
   * returns how many files have a job, those of clients included.
   */
  async #walk(signal: AbortSignal): Promise<number> {
    const { progress, folders, requiredVersion } = this.needs;
    const state = [await progress.revision(), ...(await folders.findActive())].join("\n");
    if (state === this.#settled) return 0;
    this.#settled = undefined;
    const outdated = new OldestFiles();
    let pending = 0;
    let isSettled = true;
    for await (const file of walkLibrary(progress, { folders: () => folders.findActive() })) {
      if (signal.aborted) return pending;
      if (failureMayPass(file)) isSettled = false;
      if (!mayBeTried(file)) continue;
      const { analysis } = file;
      const isCurrent =
        analysis !== undefined && analysis.version >= requiredVersion && !analysis.isUnverified;
      if (!isCurrent) isSettled = false;
      if (!analysis) pending += await this.#add(file.fileId, signal);
      else if (!isCurrent) outdated.add(file);
    }
    if (isSettled) this.#settled = state;
    if (pending > 0) return pending;
    for (const fileId of outdated.fileIds) {
      if (signal.aborted) return pending;
      pending += await this.#add(fileId, signal);
    }
    return pending;
  }

  /** Adds the job of a file as soon as the queue is short; returns 1 where it has one then. */
  async #add(fileId: FileId, signal: AbortSignal): Promise<0 | 1> {
    const { start, jobs, failures } = this.needs;
    if (this.#added.has(fileId)) return 1;
    while (!isShort(await jobs.load())) {
      await this.#waitForQueue(signal);
      if (signal.aborted) return 0;
    }
    try {
      // Before the job is added, because it may end at once.
      this.#added.add(fileId);
      if (await start.addFile(fileId)) return 1;
      this.#added.delete(fileId);
      return 0;
    } catch (error) {
      this.#added.delete(fileId);
      if (!(error instanceof AnalyzerBusyError)) failures.record(error);
      // The queue is full of what clients requested; the next walk finds the file again.
      await this.#waitForQueue(signal);
      return error instanceof AnalyzerBusyError ? 1 : 0;
    }
  }

  /** Lets `waitForQueue` end where a job of this process ends; returns a function that stops it. */
  #followQueue(): () => void {
    return this.needs.jobs.observe((change) => {
      if (!("outcome" in change)) return;
      if (change.job.file) this.#added.delete(change.job.file.fileId);
      this.#jobEnd.abort();
    });
  }

  /** Waits until a job of this process ends, or for a second, because those of others may have. */
  async #waitForQueue(signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    this.#jobEnd = ended;
    await pauseFor(this.needs.clock, QUEUE_PAUSE_MILLISECONDS, [signal, ended.signal]);
    if (!ended.signal.aborted) this.#added.clear();
  }
}

const isShort = ({ waiting, running }: JobLoad): boolean => waiting < WAITING_JOBS + 2 * running;

/** Waits for a time, or until one of the signals is aborted. */
async function pauseFor(
  clock: Clock,
  milliseconds: number,
  signals: readonly AbortSignal[],
): Promise<void> {
  const over = abortingWith(signals);
  await clock.sleep(milliseconds, over.signal);
  over.abort();
}

/** The files with the oldest of many analyses, in bounded memory. */
class OldestFiles {
  #files: FileProgress[] = [];

  add(file: FileProgress): void {
    this.#files.push(file);
    if (this.#files.length >= 2 * MAX_OUTDATED) this.#files = this.#oldest();
  }

  /** Oldest first. */
  get fileIds(): readonly FileId[] {
    return this.#oldest().map(({ fileId }) => fileId);
  }

  #oldest(): FileProgress[] {
    const timeOf = ({ analysis }: FileProgress): number => analysis?.analyzedAt ?? 0;
    return this.#files.sort((one, other) => timeOf(one) - timeOf(other)).slice(0, MAX_OUTDATED);
  }
}
