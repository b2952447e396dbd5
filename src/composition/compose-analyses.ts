import type { Queue } from "./compose-jobs.js";
import type { Runtime } from "./compose-runtime.js";
import type { Providers, SearchServices } from "./compose-search.js";
import type { Storage } from "./compose-storage.js";
import type { Config } from "../config/config.js";
import { requiredVersion } from "../domain/analysis/required-version.js";
import type { JobQueue } from "../ports/analysis/job-queue.js";
import type { JobWorker } from "../ports/analysis/job-worker.js";
import type { TagReader } from "../ports/library/tag-reader.js";
import { AnalysisRun } from "../services/analysis/analysis-run.js";
import { AnalysisService } from "../services/analysis/analysis-service.js";
import { AnalysisStart } from "../services/analysis/analysis-start.js";
import { AnalysisUpdates } from "../services/analysis/analysis-updates.js";
import { AnalysisWriter, type AnalysisDeliveries } from "../services/analysis/analysis-writer.js";
import { CorrectionService } from "../services/analysis/correction-service.js";
import type { FileRecordings } from "../services/analysis/file-recordings.js";
import { ForgettingService } from "../services/analysis/forgetting-service.js";
import { IdentifiedAnalyses } from "../services/analysis/identified-analyses.js";
import { retryDelayAfter } from "../services/analysis/remembered-failures.js";
import { TrackAudio } from "../services/analysis/track-audio.js";
import { UploadService } from "../services/analysis/upload-service.js";
import { JobRunner } from "../services/jobs/job-runner.js";
import { tracedWork } from "../services/jobs/traced-work.js";
import { PerformanceLinking } from "../services/performances/performance-linking.js";
import { UploadRemoval } from "../services/jobs/upload-removal.js";
import type { Services } from "../services/services.js";

/** What analyses tracks and uploads, and the services that answer with analyses. */
export interface Analyses {
  readonly services: Pick<
    Services,
    "analyses" | "corrections" | "forgetting" | "identified" | "updates" | "uploads"
  >;
  /** Decides which tracks are analysed. */
  readonly start: AnalysisStart;
  /** Does the work of a job, and stores what another machine has measured. */
  readonly runs: AnalysisRun;
  /** Compares recordings by their sound, after they were analysed. */
  readonly performanceLinking: PerformanceLinking;
  /** Runs jobs in this process. */
  readonly runner: JobRunner;
  /** Deletes uploads whose jobs have ended. */
  readonly uploadRemoval: UploadRemoval;
  /** Analyses of an older version are repeated. */
  readonly requiredVersion: number;
}

/** Composes what starts, runs, stores and answers analyses. */
export function composeAnalyses({
  config,
  runtime: { clock, failureLog, stopping, tracer },
  storage,
  files: { recordings, tags },
  providers: { sources },
  search: { lookup, search, tracks },
  queue: { analyzer, failures, jobs, progress },
  webhooks: { deliveries },
}: {
  readonly config: Pick<Config, "analysis" | "library">;
  readonly runtime: Pick<Runtime, "clock" | "failureLog" | "stopping" | "tracer">;
  readonly storage: Pick<
    Storage,
    | "analyses"
    | "corrections"
    | "gone"
    | "libraryFiles"
    | "metadata"
    | "performanceLinks"
    | "sounds"
    | "uploads"
  >;
  readonly files: {
    readonly recordings: FileRecordings;
    readonly tags: TagReader;
  };
  readonly providers: Pick<Providers, "sources">;
  readonly search: Pick<SearchServices, "lookup" | "search" | "tracks">;
  readonly queue: Pick<Queue, "analyzer" | "failures" | "progress"> & {
    readonly jobs: JobQueue & JobWorker;
  };
  readonly webhooks: { readonly deliveries: AnalysisDeliveries };
}): Analyses {
  const { concurrency, repeatedFields, waitMilliseconds } = config.analysis;
  const { trackFailures, uploadFailures, jobFailures } = failures;
  const { states, events } = progress;
  const { analyses: store, uploads: uploadStore } = storage;
  const wait = { clock, maxMilliseconds: waitMilliseconds, stopping: stopping.signal };
  const required = requiredVersion(analyzer.changes, repeatedFields);
  const performanceLinking = new PerformanceLinking({
    sounds: storage.sounds,
    links: storage.performanceLinks,
    clock,
    failures: failureLog,
  });
  const writer = new AnalysisWriter({
    store,
    deliveries,
    onSaved: () => performanceLinking.wake(),
  });
  const audio = new TrackAudio({ sources, analyzer });
  const uploads = new UploadService({
    uploads: uploadStore,
    jobs,
    analyzer,
    tags,
    tracks,
    cache: storage.metadata,
    writer,
    analyses: store,
    uploadFailures,
    clock,
    wait,
  });
  const start = new AnalysisStart({
    jobs,
    tracks,
    search,
    store,
    files: storage.libraryFiles,
    failures: trackFailures,
    requiredVersion: required,
  });
  const runs = new AnalysisRun({
    store,
    audio,
    uploads,
    writer,
    clock,
    recordings,
    requiredVersion: required,
  });
  const runner = new JobRunner({
    worker: jobs,
    work: tracedWork(tracer, (job, signal) => runs.run(job, signal)),
    retryDelay: retryDelayAfter,
    onFailed: jobFailures.remember,
    concurrency,
    clock,
    failures: failureLog,
  });
  const analyses = new AnalysisService({ states, store, start, jobs, wait });
  return {
    services: {
      analyses,
      corrections: new CorrectionService({
        store,
        corrections: storage.corrections,
        library: storage.libraryFiles,
        deliveries,
        events,
        clock,
      }),
      forgetting: new ForgettingService({
        store,
        gone: storage.gone,
        clock,
        keptMilliseconds: config.library.goneMilliseconds,
      }),
      identified: new IdentifiedAnalyses({ lookup, analyses }),
      updates: new AnalysisUpdates({ events, states, failures: failureLog, clock }),
      uploads,
    },
    start,
    runs,
    performanceLinking,
    runner,
    uploadRemoval: new UploadRemoval({ uploads: uploadStore, jobs, clock, failures: failureLog }),
    requiredVersion: required,
  };
}
