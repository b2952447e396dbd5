import type { Failure } from "../../domain/errors/failure.js";
import type { RunningAnalysis } from "../../domain/library/library-status.js";
import type { JobPhase, ListedJob } from "../../domain/operations/listed-job.js";
import type { AnalysisJob } from "./job-queue.js";

/** What operators see and change of the jobs of all processes and analysis versions. */
export interface JobAdministration {
  /** Returns the jobs that run, those that wait, in their order, and those that ended in the last minute. */
  list(): Promise<readonly ListedJob[]>;

  /** Returns the tracks whose jobs run, without uploads, those that were claimed first first. */
  listRunning(): Promise<readonly RunningAnalysis[]>;

  /** Returns how long the oldest of the waiting jobs has been in the queue, seconds, >= 0; 0 where none waits. */
  findLongestWait(): Promise<number>;

  /** Returns whether a job that may start has waited for a minute, and no job runs. */
  lacksWorkers(): Promise<boolean>;

  /** Returns the phase of a job; `undefined` where there is none. */
  findPhase(id: string): Promise<JobPhase | undefined>;

  /** Lets a waiting job start now. Returns whether it waits. */
  expedite(id: string): Promise<boolean>;

  /** Ends a waiting job as failed. Returns it; `undefined` where no such job waits. */
  drop(id: string, failure: Failure): Promise<AnalysisJob | undefined>;
}
