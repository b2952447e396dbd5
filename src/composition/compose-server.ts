import type { AccessServices } from "./compose-access.js";
import type { Analyses } from "./compose-analyses.js";
import type { Queue } from "./compose-jobs.js";
import type { Identification } from "./compose-identification.js";
import type { LibraryFiles } from "./compose-library-files.js";
import type { Library } from "./compose-library.js";
import type { Runtime } from "./compose-runtime.js";
import type { Providers } from "./compose-search.js";
import type { Storage } from "./compose-storage.js";
import type { Webhooks } from "./compose-webhooks.js";
import { DiskAudioReader } from "../adapters/library/disk-audio-reader.js";
import { retryDelayAfter } from "../services/analysis/remembered-failures.js";
import { FailedJobs } from "../services/jobs/failed-jobs.js";
import { JobService } from "../services/jobs/job-service.js";
import { HealthService } from "../services/operations/health-service.js";
import { IndexPreparation } from "../services/operations/index-preparation.js";
import { MetricsService } from "../services/operations/metrics-service.js";
import type { LikenessArranger } from "../ports/analysis/likeness-arranger.js";
import type { Application, Services } from "../services/services.js";
import { JobAudio } from "../services/workers/job-audio.js";
import { WorkerService } from "../services/workers/worker-service.js";

/** What serves workers on other machines, and operators. */
export interface Operations {
  readonly services: Pick<Services, "health" | "jobs" | "metrics" | "workers">;
  /** Builds the indexes in memory. */
  readonly indexes: IndexPreparation;
}

/** Composes the services for workers on other machines, and for operators. */
export function composeOperations({
  runtime: { clock, disk, failureLog, logger, metrics, stopping },
  storage: { catalogue, libraryFiles, librarySearch, uploads },
  callers: { access },
  providers: { clients, sources },
  queue: { administration, analyzer, failures, jobs },
  analyses: { runs },
  library,
}: {
  readonly runtime: Pick<
    Runtime,
    "clock" | "disk" | "failureLog" | "logger" | "metrics" | "stopping"
  >;
  readonly storage: Pick<Storage, "catalogue" | "libraryFiles" | "librarySearch" | "uploads">;
  readonly callers: Pick<AccessServices, "access">;
  readonly providers: Pick<Providers, "clients" | "sources">;
  readonly queue: Pick<Queue, "administration" | "analyzer" | "failures" | "jobs">;
  readonly analyses: Pick<Analyses, "runs">;
  readonly library: Pick<Library, "services">;
}): Operations {
  const { jobFailures } = failures;
  const indexes = new IndexPreparation({
    library: libraryFiles,
    librarySearch,
    catalogue,
    clock,
    failures: failureLog,
  });
  const workers = new WorkerService({
    jobs,
    runs,
    analyzer,
    audio: new JobAudio({ sources, uploads, reader: new DiskAudioReader({ disk }) }),
    failedJobs: new FailedJobs({
      worker: jobs,
      retryDelay: retryDelayAfter,
      onFailed: jobFailures.remember,
      failures: failureLog,
    }),
    clock,
    logger,
    stopping: stopping.signal,
  });
  return {
    services: {
      workers,
      jobs: new JobService({
        jobs: administration,
        uploads,
        onFailed: jobFailures.remember,
        failures: failureLog,
      }),
      health: new HealthService({
        checks: { database: () => access.list(), queue: () => jobs.load() },
        indexes,
        jobs: administration,
      }),
      metrics: new MetricsService({
        metrics,
        jobs,
        administration,
        library: libraryFiles,
        libraryStatus: library.services.libraryStatus,
        breakers: clients.breakers,
      }),
    },
    indexes,
  };
}

/** What starts and ends the parts of the application. */
export type Lifecycle = Omit<Application, "logger" | "services" | "tracer">;

/** Composes the order in which the parts of the application start and end. */
export function composeLifecycle({
  runtime: { stopping, tracer },
  storage: { database },
  files: { digests, embedded, musicServers },
  providers: { clients },
  queue: { analyzer, jobs },
  webhooks,
  analyses: { performanceLinking, runner, uploadRemoval },
  identification,
  arranger,
  library,
  operations: { indexes },
}: {
  readonly runtime: Pick<Runtime, "stopping" | "tracer">;
  readonly storage: Pick<Storage, "database">;
  readonly files: Pick<LibraryFiles, "digests" | "embedded" | "musicServers">;
  readonly providers: Pick<Providers, "clients">;
  readonly queue: Pick<Queue, "analyzer" | "jobs">;
  readonly webhooks: Pick<Webhooks, "deliveries" | "dispatcher" | "sender">;
  readonly analyses: Pick<Analyses, "performanceLinking" | "runner" | "uploadRemoval">;
  readonly identification: Identification;
  readonly arranger: Pick<LikenessArranger, "close">;
  readonly library: Pick<Library, "close" | "start">;
  readonly operations: Pick<Operations, "indexes">;
}): Lifecycle {
  const { deliveries, dispatcher, sender } = webhooks;
  const endJobs = async (): Promise<void> => {
    identification.services.identification.end();
    await library.close();
    await Promise.all([jobs.close(), runner.close()]);
  };
  return {
    prepare: () => indexes.run(),
    start() {
      dispatcher.start();
      uploadRemoval.start();
      runner.start();
      performanceLinking.start();
      library.start();
    },
    startJobs: () => runner.start(),
    endWaits: () => stopping.abort(),
    endJobs,
    async close() {
      await endJobs();
      const linked = [performanceLinking, indexes];
      const background = [...linked, deliveries, dispatcher, sender, uploadRemoval];
      const readers = [
        clients,
        musicServers,
        analyzer,
        identification,
        arranger,
        embedded,
        digests,
      ];
      for (const part of [...background, ...readers, database, tracer]) await part.close();
    },
  };
}
