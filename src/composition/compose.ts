import { setMaxListeners } from "node:events";
import { composeAccess } from "./compose-access.js";
import { composeCatalogue } from "./compose-catalogue.js";
import {
  composeLibrary,
  libraryServicesOn,
  type ReadingImplementations,
} from "./compose-library.js";
import { MeteredAnalyzer } from "../adapters/analyzer/metered-analyzer.js";
import { WorkerAnalyzer } from "../adapters/analyzer/worker-analyzer.js";
import { uploadStoreOn } from "../adapters/uploads/upload-store-on.js";
import { KeyvMetadataCache } from "../adapters/cache/keyv-metadata-cache.js";
import { DiskAudioReader } from "../adapters/library/disk-audio-reader.js";
import { SqlJobAdministration } from "../adapters/queue/sql-job-administration.js";
import { SqlJobQueue } from "../adapters/queue/sql-job-queue.js";
import { limitsOn } from "../adapters/limits/limits-on.js";
import { NodeRandomSource } from "../adapters/runtime/node-random-source.js";
import { PinoLogger } from "../adapters/runtime/pino-logger.js";
import { PrometheusMetrics } from "../adapters/runtime/prometheus-metrics.js";
import { SystemClock } from "../adapters/runtime/system-clock.js";
import { databaseTimes, type DatabaseTime } from "../adapters/storage/database-time.js";
import { openDatabase } from "../adapters/storage/database.js";
import { CatalogueIndex } from "../adapters/storage/catalogue/catalogue-index.js";
import { CatalogueSnapshots } from "../adapters/storage/catalogue/catalogue-snapshots.js";
import { openWebhookStore } from "../adapters/storage/webhooks/open-webhook-store.js";
import { SqlAnalysisStore } from "../adapters/storage/analyses/sql-analysis-store.js";
import {
  SqlFailureStore,
  type FailureKind,
} from "../adapters/storage/failures/sql-failure-store.js";
import { SqlIdLinks } from "../adapters/storage/library/sql-id-links.js";
import { SqlAudioContents } from "../adapters/storage/library/sql-audio-contents.js";
import { SqlLibraryTracks } from "../adapters/storage/library/sql-library-tracks.js";
import { openTracer } from "../adapters/tracing/open-tracer.js";
import { HttpWebhookSender } from "../adapters/outbound/http-webhook-sender.js";
import type { Config } from "../config/config.js";
import { requiredVersion } from "../domain/analysis/required-version.js";
import type { AnalysisStore } from "../ports/analysis/analysis-store.js";
import type { Analyzer } from "../ports/analysis/analyzer.js";
import type { Clock } from "../ports/runtime/clock.js";
import type { Logger } from "../ports/runtime/logger.js";
import { AnalysisEvents } from "../services/analysis/analysis-events.js";
import { AnalysisWriter } from "../services/analysis/analysis-writer.js";
import { AnalysisRun } from "../services/analysis/analysis-run.js";
import { AnalysisService } from "../services/analysis/analysis-service.js";
import { AnalysisStart } from "../services/analysis/analysis-start.js";
import { AnalysisStates } from "../services/analysis/analysis-states.js";
import { AnalysisUpdates } from "../services/analysis/analysis-updates.js";
import { FailureLog } from "../services/failure-log.js";
import { HealthService } from "../services/operations/health-service.js";
import { IdentifiedAnalyses } from "../services/analysis/identified-analyses.js";
import { IndexPreparation } from "../services/operations/index-preparation.js";
import { JobFailures } from "../services/jobs/job-failures.js";
import { UploadRemoval } from "../services/jobs/upload-removal.js";
import { JobRunner } from "../services/jobs/job-runner.js";
import { tracedWork } from "../services/jobs/traced-work.js";
import { JobService } from "../services/jobs/job-service.js";
import { FieldedSearch } from "../services/search/fielded-search.js";
import { IdImport } from "../services/search/id-import.js";
import { LookupService } from "../services/search/lookup-service.js";
import { AudioIdentity } from "../services/analysis/audio-identity.js";
import { MetricsService } from "../services/operations/metrics-service.js";
import { RecordingAnalyses } from "../services/analysis/recording-analyses.js";
import { retryDelayAfter } from "../services/analysis/remembered-failures.js";
import { TrackAudio } from "../services/analysis/track-audio.js";
import { RememberedFailures } from "../services/analysis/remembered-failures.js";
import { ProviderQueries } from "../services/search/provider-queries.js";
import { SearchService } from "../services/search/search-service.js";
import type { Application } from "../services/services.js";
import { TimelineService } from "../services/analysis/timeline-service.js";
import { TrackService } from "../services/search/track-service.js";
import { UploadService } from "../services/analysis/upload-service.js";
import { WebhookDeliveries } from "../services/webhooks/webhook-deliveries.js";
import { WebhookDispatcher } from "../services/webhooks/webhook-dispatcher.js";
import { WebhookService } from "../services/webhooks/webhook-service.js";
import { WorkerService } from "../services/workers/worker-service.js";
import { refuseToStart } from "../config/start-error.js";
import { userAgentFor } from "../config/user-agent.js";

/** Dependencies that tests may replace: those that leave the process, or wait on purpose. */
export interface Implementations extends ReadingImplementations {
  readonly clock: Clock;
  /** The time of jobs and of remembered failures, which processes share; by default that of the database. */
  readonly sharedTime: DatabaseTime;
  readonly logger: Logger;
  readonly analyzer: Analyzer;
  readonly analyses: AnalysisStore;
}

/** The maximum number of waiting analyses. */
const QUEUE_LIMIT = 10_000;

/**
 * Composes the application. Tests pass fakes in `given`.
 *
 * @throws {StartError} the database cannot be opened or is of a newer version
 */
export async function compose(
  config: Config,
  given: Partial<Implementations> = {},
): Promise<Application> {
  const tracer = await openTracer(config.tracing);
  const logger = given.logger ?? new PinoLogger({ ...config.log, tracer });
  const clock = given.clock ?? new SystemClock();
  const random = new NodeRandomSource();
  const metrics = new PrometheusMetrics();
  const failureLog = new FailureLog({ logger });
  const userAgent = userAgentFor(config);

  // Storage
  const database = await openDatabase({
    url: config.storage.databaseUrl,
    connections: config.storage.connections,
  }).catch(refuseToStart);
  const time = given.sharedTime ?? databaseTimes[database.system];
  const snapshots = new CatalogueSnapshots({ database, logger });
  const catalogue = new CatalogueIndex(database, snapshots);
  const store = given.analyses ?? new SqlAnalysisStore({ database, catalogue, clock });
  const webhookStore = await openWebhookStore({ ...config.storage, database, logger }).catch(
    refuseToStart,
  );
  const cache = new KeyvMetadataCache({
    database,
    clock,
    logger,
    observe: (lookup) => metrics.recordCacheLookup(lookup),
    ...config.cache,
  });
  const uploadStore = uploadStoreOn({ database, time }, config.uploads);
  const limits = limitsOn({ database, clock, logger });

  // The library, and the catalogues of providers
  const outside = { database, clock, logger, metrics, limits, userAgent };
  const { library, settings, folders, embedded, digests, tags, ...reading } = await composeLibrary(
    config,
    outside,
    given,
  );
  const { catalogues, providers, directories, sources } = reading;

  // Search
  const tracks = new TrackService({ cache, library, analyses: store });
  const queries = new ProviderQueries({ cache, failures: failureLog, clock, ...config.search });
  const search = new SearchService({ queries, cache, providers });
  const links = new SqlIdLinks({ database });
  const lookup = new LookupService({ queries, cache, tracks, directories, links });

  // Access
  const listFolders = (): ReturnType<typeof own.services.library.listFolders> =>
    own.services.library.listFolders();
  const callers = composeAccess(config, {
    ...{ database, limits, clock, random, listFolders, failures: failureLog },
  });
  const { access } = callers;

  // Analyses, their progress and webhooks
  const { concurrency, waitMilliseconds } = config.analysis;
  const measuring = given.analyzer ?? new WorkerAnalyzer(config.analysis);
  const analyzer = new MeteredAnalyzer({ analyzer: measuring, metrics, clock });
  const rememberedOf = (kind: FailureKind): RememberedFailures => {
    const store = new SqlFailureStore({ database, kind, time });
    return new RememberedFailures({ store, failures: failureLog });
  };
  const [failures, uploadFailures] = [rememberedOf("track"), rememberedOf("upload")];
  const jobFailures = new JobFailures({ failures, uploadFailures });
  const jobs = new SqlJobQueue({
    ...{ database, time, concurrency, limit: QUEUE_LIMIT, clock, tracer },
    version: analyzer.version,
    onLost: jobFailures.remember,
    record: (event) => metrics.recordJobEvent(event),
  });
  const administration = new SqlJobAdministration({ kysely: database.kysely, time });
  const states = new AnalysisStates({ store, jobs, analyzer, failures });
  const events = new AnalysisEvents({ jobs, states, failures: failureLog });
  const sender = new HttpWebhookSender({ ...config.webhooks, userAgent });
  const hooks = { store: webhookStore, sender, access, clock, random, failures: failureLog };
  const deliveries = new WebhookDeliveries({ ...hooks, events });
  const dispatcher = new WebhookDispatcher({ ...hooks, deliveries });
  const stopping = new AbortController();
  // Any number of requests may wait; by default, Node warns of a leak at eleven listeners.
  setMaxListeners(0, stopping.signal);
  const wait = { clock, maxMilliseconds: waitMilliseconds, stopping: stopping.signal };
  const writer = new AnalysisWriter({ store, deliveries });
  const making = { store, jobs, analyzer, tracks, search, writer, clock, failures, states, events };
  const upload = { ...making, uploads: uploadStore, uploadFailures, tags, cache, wait };
  const uploads = new UploadService(upload);
  const removal = new UploadRemoval({ uploads: uploadStore, jobs, clock, failures: failureLog });
  const audio = new TrackAudio({ sources, analyzer });
  const recordings = new RecordingAnalyses({ store });
  const version = {
    requiredVersion: requiredVersion(analyzer.changes, config.analysis.repeatedFields),
  };
  const identity = new AudioIdentity({
    ...{ files: library, folders, analyses: store, failures: failureLog },
    ...{ digests, contents: new SqlAudioContents({ database }) },
  });
  const start = new AnalysisStart({ ...making, ...version, audio, recordings, identity });
  const runs = new AnalysisRun({ ...making, uploads, start, audio, identity });
  const working = {
    ...{ jobs, worker: jobs, clock, failures: failureLog, retryDelay: retryDelayAfter },
    onFailed: jobFailures.remember,
  };
  const run = tracedWork(tracer, runs.run.bind(runs));
  const runner = new JobRunner({ ...working, concurrency, work: run });
  const served = { ...working, ...wait, logger, sources, uploads: uploadStore, runs, analyzer };
  const workers = new WorkerService({ ...served, reader: new DiskAudioReader() });
  const browsing = composeCatalogue({
    ...{ database, store, catalogue, tracks, library, folders, clock, random, logger },
    ...{ failures: failureLog, playlistFolder: config.library.playlistFolder },
    dataFolder: config.storage.dataFolder,
  });
  const onScanned = (): Promise<unknown> => browsing.playlistFiles.writeAll();
  const own = libraryServicesOn(config.library, {
    ...{ ...version, jobs, start, identity, clock, settings, logger, onScanned },
    ...{ files: library, folders, analyses: store, remembered: failures, failures: failureLog },
    tracks: new SqlLibraryTracks({ database, time }),
  });
  const endJobs = async (): Promise<void> => {
    await own.close();
    await Promise.all([jobs.close(), runner.close()]);
  };
  const analyses = new AnalysisService({ states, start, jobs, wait });

  const indexes = new IndexPreparation({ library, catalogue, clock, failures: failureLog });

  const measured = { jobs, administration, library, breakers: catalogues.breakers };
  const checks = { database: () => access.list(), queue: () => jobs.load() };
  return {
    ...{ logger, tracer },
    prepare: () => indexes.run(),
    start() {
      dispatcher.start();
      removal.start();
      runner.start();
      own.start();
    },
    startJobs: () => runner.start(),
    endWaits: () => stopping.abort(),
    endJobs,
    services: {
      search,
      fieldedSearch: new FieldedSearch({ search, lookup }),
      idImport: new IdImport({ links }),
      tracks,
      lookup,
      uploads,
      analyses,
      timelines: new TimelineService({ store }),
      updates: new AnalysisUpdates({ events, states, failures: failureLog, clock }),
      identified: new IdentifiedAnalyses({ lookup, analyses }),
      ...browsing,
      ...own.services,
      webhooks: new WebhookService({ ...hooks, deliveries }),
      workers,
      jobs: new JobService({ ...served, jobs: administration }),
      ...callers,
      health: new HealthService({ checks, indexes, jobs: administration }),
      metrics: new MetricsService({ ...measured, ...own.services, library, metrics }),
      failures: failureLog,
    },
    async close() {
      await endJobs();
      const parts = [indexes, deliveries, dispatcher, sender, removal, catalogues];
      for (const part of [...parts, analyzer, embedded, digests, database, tracer])
        await part.close();
    },
  };
}
