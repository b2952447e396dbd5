import type { Track } from "../../domain/track/track.js";
import type { Upload } from "./upload-store.js";

/** One analysis to be made. Plain data, so that it can wait in a database. */
export interface AnalysisJob {
  readonly track: Track;
  /** The audio to analyse; the best that the audio sources have where absent. */
  readonly upload?: Upload;
}

/** Whether somebody waits for a job, or it only has to be done some time. */
export type JobPriority = "awaited" | "background";

/** Where a job stands: how many wait before it, or that it runs. */
export type JobState =
  { readonly state: "queued"; readonly position: number } | { readonly state: "processing" };

/** How a job ended. */
export type JobOutcome = { readonly ok: true } | { readonly ok: false; readonly error: Error };

/** What has become of a job: it was added and waits, it was started, or it has ended. */
export type JobChange =
  | { readonly job: AnalysisJob; readonly state: JobState }
  | { readonly job: AnalysisJob; readonly outcome: JobOutcome };

/** How much there is to do: jobs, >= 0. */
export interface JobLoad {
  readonly waiting: number;
  readonly running: number;
}

/**
 * Runs each job once, a few at a time, in order of arrival: awaited jobs first,
 * then those of the background. The track key names a job, and that of
 * an upload is named by the upload's id, because each client is told of its own file.
 */
export interface JobQueue {
  /**
   * Names the one function that does the work. Called once, before any job is added.
   *
   * A job that failed waits in the queue for another attempt where `retryDelay` answers how long,
   * without a slot; only the failure of its last attempt ends it.
   *
   * @param work is told which attempt this is, counted from 1
   * @param retryDelay milliseconds until the next attempt, or `undefined` where there is none
   */
  process(
    work: (job: AnalysisJob, signal: AbortSignal, attempt: number) => Promise<void>,
    retryDelay?: (error: Error, attempt: number) => number | undefined,
  ): void;

  /**
   * Adds a job, unless one of the same name waits or runs. The job of an upload runs in the process
   * that added it, where the file is.
   *
   * @param priority "awaited" where absent
   * @throws {AnalyzerBusyError} as many jobs wait as may
   */
  add(job: AnalysisJob, priority?: JobPriority): Promise<void>;

  /**
   * Moves a job that waits in the background behind the last of those that are awaited. Changes
   * nothing where no such job waits.
   */
  promote(name: string): Promise<void>;

  /**
   * Where jobs stand: one entry per name, `undefined` where none waits or runs. A track key without
   * a job of its own stands for the oldest upload of that track.
   */
  findStates(names: readonly string[]): Promise<readonly (JobState | undefined)[]>;

  /**
   * Resolves when the job of this name has ended, or `undefined` at once when there is none. A
   * track key stands for the same job as in `findStates`.
   */
  whenDone(name: string): Promise<JobOutcome | undefined>;

  /**
   * Tells a listener at once whenever a job begins to wait, is started or ends, in this order, until
   * the function that it answers is called. It is not told what a closing queue drops or aborts,
   * nor that a waiting job has moved up.
   *
   * @param listener must not throw
   */
  observe(listener: (change: JobChange) => void): () => void;

  /** How many jobs wait and run now. */
  load(): Promise<JobLoad>;

  /** Starts no more jobs, aborts the running ones and waits for them. */
  close(): Promise<void>;
}
