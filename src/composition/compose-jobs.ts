import type { Runtime } from "./compose-runtime.js";
import type { Storage } from "./compose-storage.js";
import type { Given } from "./implementations.js";
import { MeteredAnalyzer } from "../adapters/analyzer/metered-analyzer.js";
import { WorkerAnalyzer } from "../adapters/analyzer/worker-analyzer.js";
import { SqlJobAdministration } from "../adapters/queue/sql-job-administration.js";
import { SqlJobQueue } from "../adapters/queue/sql-job-queue.js";
import type { Config } from "../config/config.js";
import type { Analyzer } from "../ports/analysis/analyzer.js";
import type { JobQueue } from "../ports/analysis/job-queue.js";
import type { JobAdministration } from "../ports/analysis/job-administration.js";
import { AnalysisEvents } from "../services/analysis/analysis-events.js";
import { AnalysisStates } from "../services/analysis/analysis-states.js";
import { RememberedFailures } from "../services/analysis/remembered-failures.js";
import { JobFailures } from "../services/jobs/job-failures.js";

/** The maximum number of waiting analyses. */
const QUEUE_LIMIT = 10_000;

/** The failures of analyses that are remembered. */
export interface Failures {
  /** Those of the tracks' own audio. */
  readonly trackFailures: RememberedFailures;
  readonly uploadFailures: RememberedFailures;
  /** Remembers the failure of a job of either kind. */
  readonly jobFailures: JobFailures;
}

/** Composes what remembers failed analyses. */
export function composeFailures({
  runtime,
  storage,
}: {
  readonly runtime: Pick<Runtime, "failureLog">;
  readonly storage: Pick<Storage, "libraryFiles" | "trackFailures" | "uploadFailures">;
}): Failures {
  const failures = runtime.failureLog;
  const trackFailures = new RememberedFailures({ store: storage.trackFailures, failures });
  const uploadFailures = new RememberedFailures({ store: storage.uploadFailures, failures });
  const jobFailures = new JobFailures({
    failures: trackFailures,
    uploadFailures,
    files: storage.libraryFiles,
    log: failures,
  });
  return { trackFailures, uploadFailures, jobFailures };
}

/** The states of analyses, and their changes. */
export interface Progress {
  readonly states: AnalysisStates;
  readonly events: AnalysisEvents;
}

/** Composes what knows and announces the states of analyses. */
export function composeProgress({
  runtime,
  storage,
  analyzer,
  jobs,
  failures,
}: {
  readonly runtime: Pick<Runtime, "failureLog">;
  readonly storage: Pick<Storage, "analyses" | "libraryFiles">;
  readonly analyzer: Analyzer;
  readonly jobs: JobQueue;
  readonly failures: Pick<Failures, "trackFailures">;
}): Progress {
  const states = new AnalysisStates({
    store: storage.analyses,
    jobs,
    analyzer,
    failures: failures.trackFailures,
  });
  const files = storage.libraryFiles;
  const events = new AnalysisEvents({ jobs, states, files, failures: runtime.failureLog });
  return { states, events };
}

/** The queue of analyses, the analyzer of its jobs, and what is known of them. */
export interface Queue {
  readonly analyzer: Analyzer;
  readonly jobs: SqlJobQueue;
  /** Lists and changes jobs for operators. */
  readonly administration: JobAdministration;
  readonly failures: Failures;
  readonly progress: Progress;
}

/** Composes the queue of analyses that the processes on the database share. */
export function composeQueue({
  config,
  runtime,
  storage,
  given,
}: {
  readonly config: Pick<Config, "analysis">;
  readonly runtime: Pick<Runtime, "clock" | "failureLog" | "logger" | "metrics" | "tracer">;
  readonly storage: Pick<
    Storage,
    "analyses" | "database" | "libraryFiles" | "time" | "trackFailures" | "uploadFailures"
  >;
  readonly given: Given<"analyzer">;
}): Queue {
  const { clock, logger, metrics, tracer } = runtime;
  const { database, time } = storage;
  const analyzer = new MeteredAnalyzer({
    analyzer: given.analyzer ?? new WorkerAnalyzer({ ...config.analysis, logger }),
    metrics,
    clock,
  });
  const failures = composeFailures({ runtime, storage });
  const jobs = new SqlJobQueue({
    database,
    time,
    version: analyzer.version,
    concurrency: config.analysis.concurrency,
    limit: QUEUE_LIMIT,
    clock,
    tracer,
    onLost: failures.jobFailures.remember,
    record: (event) => metrics.recordJobEvent(event),
  });
  const administration = new SqlJobAdministration({ kysely: database.kysely, time });
  const progress = composeProgress({ runtime, storage, analyzer, jobs, failures });
  return { analyzer, jobs, administration, failures, progress };
}
