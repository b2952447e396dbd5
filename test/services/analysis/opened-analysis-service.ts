import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskUploadStore } from "../../../src/adapters/uploads/disk-upload-store.js";
import { KeyvMetadataCache } from "../../../src/adapters/cache/keyv-metadata-cache.js";
import { FileTagReader } from "../../../src/adapters/library/file-tag-reader.js";
import { InProcessJobQueue } from "../jobs/in-process-job-queue.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { SqlIdLinks } from "../../../src/adapters/storage/library/sql-id-links.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlLibraryStore } from "../../../src/adapters/storage/library/sql-library-store.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Track } from "../../../src/domain/track/track.js";
import type { AudioSource, EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import { AnalysisEvents } from "../../../src/services/analysis/analysis-events.js";
import { AnalysisWriter } from "../../../src/services/analysis/analysis-writer.js";
import { AnalysisRun } from "../../../src/services/analysis/analysis-run.js";
import { AnalysisStart } from "../../../src/services/analysis/analysis-start.js";
import { RecordingAnalyses } from "../../../src/services/analysis/recording-analyses.js";
import { retryDelayAfter } from "../../../src/services/analysis/remembered-failures.js";
import { TrackAudio } from "../../../src/services/analysis/track-audio.js";
import { AnalysisService } from "../../../src/services/analysis/analysis-service.js";
import { AnalysisStates } from "../../../src/services/analysis/analysis-states.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { rememberedFailures } from "../../adapters/storage/failures-of-database.js";
import { UploadRemoval } from "../../../src/services/jobs/upload-removal.js";
import { JobFailures } from "../../../src/services/jobs/job-failures.js";
import { LookupService } from "../../../src/services/search/lookup-service.js";
import { ProviderQueries } from "../../../src/services/search/provider-queries.js";
import { SearchService } from "../../../src/services/search/search-service.js";
import { TrackService } from "../../../src/services/search/track-service.js";
import { UploadService } from "../../../src/services/analysis/upload-service.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeProvider, candidate } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { runJobs } from "../jobs/run-jobs.js";
import { InProcessTagReader } from "../../fakes/in-process-tag-reader.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";
import type { JobQueue } from "../../../src/ports/analysis/job-queue.js";
import type { TrackDirectory } from "../../../src/ports/metadata/track-directory.js";
import type { UploadStore } from "../../../src/ports/analysis/upload-store.js";
import type { TagReader } from "../../../src/ports/library/tag-reader.js";

export const trackKey = trackKeyFrom("Overtone", "Slow Waltz");
export const waltz: Track = {
  trackKey,
  artist: "Overtone",
  trackName: "Slow Waltz",
  artwork: { kind: "none" },
  providers: ["library"],
};
export const waitOptions = { signal: new AbortController().signal };

export class NamedSource implements AudioSource {
  constructor(
    readonly name: string,
    readonly answer: EncodedAudio | undefined | Error,
  ) {}

  find(): Promise<EncodedAudio | undefined> {
    if (this.answer instanceof Error) return Promise.reject(this.answer);
    return Promise.resolve(this.answer);
  }
}

export const audio: EncodedAudio = { kind: "memory", bytes: new Uint8Array(1) };

/** A library without files. */
const noLibrary = {
  adopt: () => Promise.resolve(undefined),
  remember: () => Promise.resolve(),
};

/** Builds the service with a database in memory; what must be closed is added to `close`. */
export async function openAnalysisService(
  close: (() => Promise<void>)[],
  given: {
    sources?: AudioSource[];
    analyzer?: FakeAnalyzer;
    clock?: ManualClock;
    limit?: number;
    /** The store of uploads; without it, uploads are not possible. */
    uploads?: UploadStore;
    /** Reads the tags of uploads; by default those of their files. */
    tags?: TagReader;
  } = {},
): Promise<{
  service: AnalysisService;
  uploads: UploadService;
  analyzer: FakeAnalyzer;
  clock: ManualClock;
  store: CountingAnalysisStore;
  cache: KeyvMetadataCache;
  jobs: JobQueue;
  events: AnalysisEvents;
  endJobs: () => Promise<void>;
  /** Creates the service that looks up ids in directories. */
  lookupIn: (...directories: TrackDirectory[]) => LookupService;
}> {
  const database = await openDatabase({ url: "sqlite::memory:" });
  const logger = new RecordingLogger();
  const clock = given.clock ?? new ManualClock();
  const analyzer = given.analyzer ?? new FakeAnalyzer({ tempo: 90 });
  const store = new CountingAnalysisStore(new SqlAnalysisStore({ database }));
  const library = new SqlLibraryStore({ database });
  const cache = new KeyvMetadataCache({ database, clock, logger, ttlSeconds: 1_000 });
  const jobs = new InProcessJobQueue({ concurrency: 1, limit: given.limit ?? 10, clock });
  const providers = [new FakeProvider("library", [candidate("Overtone", "Slow Waltz")])];
  const log = new FailureLog({ logger });
  const tracks = new TrackService({ cache, library, analyses: store });
  const writer = new AnalysisWriter({
    store,
    deliveries: { deliveriesFor: () => Promise.resolve([]) },
  });
  const wait = { clock, maxMilliseconds: 20_000 };
  const folder = join(tmpdir(), "overtone-no-uploads");
  const embedded = new InProcessTagReader();
  const failures = rememberedFailures(database, { clock });
  const uploadFailures = rememberedFailures(database, { clock, kind: "upload" });
  const jobFailures = new JobFailures({ failures, uploadFailures });
  const uploadStore = given.uploads ?? new DiskUploadStore({ folder, limitBytes: 1 });
  const uploads = new UploadService({
    uploads: uploadStore,
    tags: given.tags ?? new FileTagReader({ embedded }),
    jobs,
    analyzer,
    tracks,
    cache,
    writer,
    uploadFailures,
    clock,
    wait,
  });
  const states = new AnalysisStates({ store, jobs, analyzer, failures });
  const queries = new ProviderQueries({
    cache,
    clock,
    failures: log,
    deadlineMilliseconds: 4_000,
  });
  const search = new SearchService({ queries, cache, providers });
  const events = new AnalysisEvents({ jobs, states, failures: log });
  const sources = given.sources ?? [new NamedSource("library", audio)];
  const parts = {
    ...{ store, jobs, analyzer, clock, tracks, uploads, writer, search, failures, events },
    audio: new TrackAudio({ sources, analyzer }),
    recordings: new RecordingAnalyses({ store }),
    requiredVersion: analyzer.version,
    identity: noLibrary,
  };
  const start = new AnalysisStart(parts);
  const runs = new AnalysisRun({ ...parts, start });
  const runner = runJobs(jobs, (job, signal) => runs.run(job, signal), {
    ...{ clock, retryDelay: retryDelayAfter },
    onFailed: (job, error) => jobFailures.remember(job, error),
  });
  const endJobs = async (): Promise<void> => {
    await Promise.all([jobs.close(), runner.close()]);
  };
  const service = new AnalysisService({ states, start, jobs, wait });
  const removal = new UploadRemoval({ uploads: uploadStore, jobs, clock, failures: log });
  removal.start();
  close.push(
    endJobs,
    () => removal.close(),
    () => embedded.close(),
    () => database.close(),
  );
  const lookupIn = (...directories: TrackDirectory[]) =>
    new LookupService({
      ...{ queries, cache, tracks, directories },
      links: new SqlIdLinks({ database }),
    });
  return { service, uploads, analyzer, clock, store, cache, jobs, endJobs, events, lookupIn };
}
