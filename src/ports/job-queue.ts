import type { Track } from "../domain/track.js";

/** One analysis to be made. Plain data, so that it can wait in a database. */
export interface AnalysisJob {
  readonly track: Track;
}

/** Where a job stands: how many wait before it, or that it runs. */
export type JobState =
  { readonly state: "queued"; readonly position: number } | { readonly state: "processing" };

/** How a job ended. */
export type JobOutcome = { readonly ok: true } | { readonly ok: false; readonly error: Error };

/** How much there is to do: jobs, >= 0. */
export interface JobLoad {
  readonly waiting: number;
  readonly running: number;
}

/** Runs each job once, a few at a time, in order of arrival. The track key names a job. */
export interface JobQueue {
  /** Names the one function that does the work. Called once, before any job is added. */
  process(work: (job: AnalysisJob, signal: AbortSignal) => Promise<void>): void;

  /**
   * Adds a job, unless one of the same track key waits or runs.
   *
   * @throws {AnalyzerBusyError} as many jobs wait as may
   */
  add(job: AnalysisJob): Promise<void>;

  /** Where jobs stand: one entry per key, `undefined` where none waits or runs. */
  findStates(trackKeys: readonly string[]): Promise<readonly (JobState | undefined)[]>;

  /** Resolves when the job of this key has ended, or `undefined` at once when there is none. */
  whenDone(trackKey: string): Promise<JobOutcome | undefined>;

  /** How many jobs wait and run now. */
  load(): Promise<JobLoad>;

  /** Starts no more jobs, aborts the running ones and waits for them. */
  close(): Promise<void>;
}
