import type { Analysis } from "../../domain/analysis/analysis.js";
import type { Failure } from "../../domain/errors/failure.js";
import type { FileState } from "../../domain/library/file-state.js";
import type { FileId, LibraryPath } from "../../domain/library/library-file.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Track } from "../../domain/track/track.js";
import type { Upload } from "./upload-store.js";

/** A request to analyse one track. Plain data, so that it can be stored in a database. */
export interface NewJob {
  /** Under whose name the recording is stored. */
  readonly track: Track;
  /** The upload to analyse. */
  readonly upload?: Upload;
  /** The file of the library to analyse. Without it and an upload, it is the best that other sources have. */
  readonly file?: JobFile;
}

/** A file of the library that a job analyses. Plain data. */
export interface JobFile extends LibraryPath {
  readonly fileId: FileId;
  /** As it was stored when the job was added; absent where an earlier version has added it. */
  readonly state?: FileState;
}

/** Returns the name of a job: `file:` and the id of its file, the id of its upload, or its track key. */
export function jobNameOf({ track, upload, file }: NewJob): string {
  return file ? fileJobName(file.fileId) : (upload?.id ?? track.trackKey);
}

/** Returns the name of the job of a file. */
export const fileJobName = (fileId: FileId): string => `file:${fileId}`;

/** A job of a queue. */
export interface AnalysisJob extends NewJob {
  /** Unique among all jobs that were ever added. */
  readonly id: string;
  /** Where the trace of the request continues that added it, as a `traceparent` header has it. */
  readonly traceParent?: string;
}

/** Whether a client waits for a job, or it can run when no other job waits. */
export type JobPriority = "awaited" | "background";

/** The state of a job that waits or runs. */
export interface JobState {
  readonly state: "queued" | "processing";
  /** How many jobs wait before it, >= 0; `null` unless it is queued. */
  readonly position: number | null;
  /**
   * The time after which to request the job again, seconds, > 0: the queue's estimate of the wait
   * of a queued job.
   */
  readonly retryAfterSeconds: number;
}

/** The analysis of an upload, for the client that sent the file. Plain data. */
export interface JobResult {
  /** Without its timeline. */
  readonly analysis: Analysis;
  /** Whether it is stored for the track. */
  readonly isStored: boolean;
}

/** How a job ended. Plain data, so that it can be stored in a database. */
export type JobOutcome =
  | { readonly ok: true; readonly result?: JobResult }
  | { readonly ok: false; readonly failure: Failure };

/** A job that was added to the queue. */
export interface AddedJob {
  /** Resolves when it has ended, also where that was before the call; `undefined` a minute after its end. */
  whenDone(): Promise<JobOutcome | undefined>;
}

/** A change of a job: it was queued, it was started, or it has ended. */
export type JobChange =
  | { readonly job: AnalysisJob; readonly state: JobState }
  | { readonly job: AnalysisJob; readonly outcome: JobOutcome };

/** The numbers of jobs in the queue, >= 0. */
export interface JobLoad {
  readonly waiting: number;
  readonly running: number;
}

/**
 * The jobs of one analysis version that wait and run, in order of arrival: awaited jobs first, then
 * those of the background. Jobs have names as `jobNameOf` says: each client receives the result of its own
 * upload, and each file of the library is measured by itself. A `JobWorker` runs them.
 */
export interface JobQueue {
  /**
   * Adds a job, unless one of the same name waits or runs, and returns that job. A worker that waits
   * for a job claims it at once; observers are then not told that it waits.
   *
   * @param priority "awaited" where absent
   * @throws {AnalyzerBusyError} the queue is full
   */
  add(job: NewJob, priority?: JobPriority): Promise<AddedJob>;

  /**
   * Moves the jobs of a track that wait in the background behind the last of those that are awaited.
   * Changes nothing where no such job waits.
   */
  promote(trackKey: TrackKey): Promise<void>;

  /**
   * Returns one state per name, in the order of the names, `undefined` where no job waits or runs.
   * For a track key without a job of its own it is the state of the oldest job of an upload or a file of
   * that track.
   */
  findStates(names: readonly string[]): Promise<readonly (JobState | undefined)[]>;

  /**
   * Resolves when the job of this name has ended, or with `undefined` at once where there is none.
   * A track key means the same job as in `findStates`.
   */
  whenDone(name: string): Promise<JobOutcome | undefined>;

  /**
   * Notifies a listener whenever this process queues, starts or ends a job, in this order, until the
   * returned function is called. The listener is not notified of jobs that a closing queue drops, nor
   * when a waiting job moves up, nor when a worker releases a job.
   *
   * @param listener must not throw
   */
  observe(listener: (change: JobChange) => void): () => void;

  /** Returns how many jobs wait and run now. */
  load(): Promise<JobLoad>;

  /**
   * Accepts no more jobs and hands out none, and ends those that wait with the failure of a busy
   * analyser. Those that run may still be ended or released; a released one ends with its failure.
   */
  close(): Promise<void>;
}
