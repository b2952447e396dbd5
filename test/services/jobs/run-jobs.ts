import type { JobResult } from "../../../src/ports/analysis/job-queue.js";
import type { JobWorker } from "../../../src/ports/analysis/job-worker.js";
import type { Clock } from "../../../src/ports/runtime/clock.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { JobRunner, type JobRunnerNeeds } from "../../../src/services/jobs/job-runner.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

type Needs = JobRunnerNeeds<JobResult>;

/** Runs the jobs of a queue, by default one at a time and with one attempt each. */
export function runJobs(
  worker: JobWorker,
  work: Needs["work"],
  given: {
    readonly concurrency?: number;
    readonly clock?: Clock;
    readonly retryDelay?: Needs["retryDelay"];
    readonly onFailed?: Needs["onFailed"];
  } = {},
): JobRunner {
  const failures = new FailureLog({ logger: new RecordingLogger() });
  const standard = {
    ...{ concurrency: 1, clock: new ManualClock(), retryDelay: () => undefined },
    onFailed: () => Promise.resolve(),
  };
  const runner = new JobRunner({ ...standard, ...given, worker, work, failures });
  runner.start();
  return runner;
}
