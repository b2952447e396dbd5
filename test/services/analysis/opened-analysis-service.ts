import { setMaxListeners } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { composeAnalyses } from "../../../src/composition/compose-analyses.js";
import { composeFailures, composeProgress } from "../../../src/composition/compose-jobs.js";
import { composeRuntime } from "../../../src/composition/compose-runtime.js";
import { composeSearch } from "../../../src/composition/compose-search.js";
import { composeStorage } from "../../../src/composition/compose-storage.js";
import { configFrom } from "../../../src/config/config.js";
import { FileTagReader } from "../../../src/adapters/library/file-tag-reader.js";
import { InProcessJobQueue } from "../jobs/in-process-job-queue.js";
import type { AudioDigests } from "../../../src/ports/library/audio-digests.js";
import { FileRecordings } from "../../../src/services/analysis/file-recordings.js";
import { MemoryFolders } from "../library/opened/memory-folders.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Track } from "../../../src/domain/track/track.js";
import type { AudioSource, EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import type { AnalysisEvents } from "../../../src/services/analysis/analysis-events.js";
import type { AnalysisService } from "../../../src/services/analysis/analysis-service.js";
import type { LookupService } from "../../../src/services/search/lookup-service.js";
import type { UploadService } from "../../../src/services/analysis/upload-service.js";
import { timeOf } from "../../adapters/storage/time-of-clock.js";
import { offline } from "../../application/offline.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { FakeProvider, candidate } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";
import type { JobQueue } from "../../../src/ports/analysis/job-queue.js";
import type { LibraryStore } from "../../../src/ports/library/library-store.js";
import type { MetadataCache } from "../../../src/ports/metadata/metadata-cache.js";
import type { TrackDirectory } from "../../../src/ports/metadata/track-directory.js";
import type { UploadStore } from "../../../src/ports/analysis/upload-store.js";
import type { TagReader } from "../../../src/ports/library/tag-reader.js";
import { diskAudio } from "../../fakes/disk-audio.js";

export const trackKey = trackKeyFrom("Overtone", "Slow Waltz");
export const waltz: Track = {
  trackKey,
  artist: "Overtone",
  trackName: "Slow Waltz",
  artwork: { kind: "none" },
  providers: ["library"],
};
export const waitOptions = { signal: new AbortController().signal };
// As many wait for it as a batch has tracks, as for that of a client.
setMaxListeners(0, waitOptions.signal);

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

/** Builds the service with a database in memory; what must be closed is added to `close`. */
export async function openAnalysisService(
  close: (() => Promise<void>)[],
  given: {
    sources?: AudioSource[];
    analyzer?: FakeAnalyzer;
    clock?: ManualClock;
    limit?: number;
    /** The store of uploads; by default that of the configuration. */
    uploads?: UploadStore;
    /** Reads the tags of uploads; by default those of their files. */
    tags?: TagReader;
    /** Called before an analysis is stored. */
    beforeSaving?: () => Promise<unknown>;
  } = {},
): Promise<{
  service: AnalysisService;
  uploads: UploadService;
  analyzer: FakeAnalyzer;
  clock: ManualClock;
  store: CountingAnalysisStore;
  cache: MetadataCache;
  jobs: JobQueue;
  /** The files of the library; their audio is that of the sources. */
  files: LibraryStore;
  events: AnalysisEvents;
  endJobs: () => Promise<void>;
  /** Creates the service that looks up ids in directories. */
  lookupIn: (...directories: TrackDirectory[]) => LookupService;
}> {
  const config = configFrom({
    ...offline,
    DATABASE_URL: "sqlite::memory:",
    DATA_DIR: join(tmpdir(), "overtone-no-uploads"),
    ANALYSIS_CONCURRENCY: "1",
  });
  const clock = given.clock ?? new ManualClock();
  const runtime = await composeRuntime({
    config,
    given: { clock, logger: new RecordingLogger() },
  });
  const stored = await composeStorage({ config, runtime, given: { sharedTime: timeOf(clock) } });
  const store = new CountingAnalysisStore(stored.analyses);
  const uploadStore = given.uploads ?? stored.uploads;
  const storage = { ...stored, analyses: store, uploads: uploadStore };
  const searchIn = (directories: readonly TrackDirectory[]) => {
    const library = new FakeProvider("library", [candidate("Overtone", "Slow Waltz")]);
    const providers = { providers: [library], directories };
    return composeSearch({ config, runtime, storage, providers });
  };
  const { beforeSaving = () => Promise.resolve() } = given;
  const analyzer = given.analyzer ?? new FakeAnalyzer({ tempo: 90 });
  const jobs = new InProcessJobQueue({ concurrency: 1, limit: given.limit ?? 10, clock });
  const failures = composeFailures({ runtime, storage });
  const progress = composeProgress({ runtime, storage, analyzer, jobs, failures });
  const embedded = new InProcessTagReader();
  const digests: AudioDigests = { digestOf: () => Promise.resolve(undefined) };
  const recordings = new FileRecordings({
    files: stored.libraryFiles,
    folders: new MemoryFolders([]),
    audio: diskAudio,
    digests,
    analyses: store,
  });
  const { services, runner, uploadRemoval } = composeAnalyses({
    config,
    runtime,
    storage,
    files: { recordings, tags: given.tags ?? new FileTagReader({ embedded }) },
    providers: { sources: given.sources ?? [new NamedSource("library", audio)] },
    search: searchIn([]),
    queue: { analyzer, failures, jobs, progress },
    webhooks: { deliveries: { openDeliveries: () => beforeSaving().then(() => () => []) } },
  });
  runner.start();
  uploadRemoval.start();
  const endJobs = async (): Promise<void> => {
    await Promise.all([jobs.close(), runner.close()]);
  };
  close.push(
    endJobs,
    () => uploadRemoval.close(),
    () => embedded.close(),
    () => storage.database.close(),
  );
  return {
    service: services.analyses,
    uploads: services.uploads,
    analyzer,
    clock,
    store,
    cache: storage.metadata,
    jobs,
    files: storage.libraryFiles,
    endJobs,
    events: progress.events,
    lookupIn: (...directories) => searchIn(directories).lookup,
  };
}
