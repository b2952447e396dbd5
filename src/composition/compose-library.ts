import { configuredAudioSources } from "../adapters/metadata/configured-audio-sources.js";
import {
  configuredProviders,
  type ConfiguredProviders,
} from "../adapters/metadata/configured-providers.js";
import { LibraryAudioSource } from "../adapters/metadata/library/library-audio-source.js";
import { LibraryProvider } from "../adapters/metadata/library/library-provider.js";
import { ThreadedAudioDigests } from "../adapters/library/audio-stream/threaded-audio-digests.js";
import { DiskAudioReader } from "../adapters/library/disk-audio-reader.js";
import { DiskLibraryFolders } from "../adapters/library/disk-library-folders.js";
import { NativeFolderChanges } from "../adapters/library/native-folder-changes.js";
import { FileTagReader } from "../adapters/library/file-tag-reader.js";
import {
  EmbeddedTagReader,
  type EmbeddedTagSource,
} from "../adapters/library/tags/embedded-tag-reader.js";
import type { Limits } from "../adapters/limits/limits-on.js";
import type { PrometheusMetrics } from "../adapters/runtime/prometheus-metrics.js";
import type { Database } from "../adapters/storage/database.js";
import { SqlFolderStore } from "../adapters/storage/library/sql-folder-store.js";
import { SqlLibraryStore } from "../adapters/storage/library/sql-library-store.js";
import type { Config } from "../config/config.js";
import { configuredServices } from "../config/providers.js";
import { refuseToStart } from "../config/start-error.js";
import type { AnalysisStore } from "../ports/analysis/analysis-store.js";
import type { AudioSource } from "../ports/analysis/audio-source.js";
import type { FolderStore } from "../ports/library/folder-store.js";
import type { LibraryFolders } from "../ports/library/library-folders.js";
import type { LibraryStore } from "../ports/library/library-store.js";
import type { MetadataProvider } from "../ports/metadata/metadata-provider.js";
import { isDirectory, type TrackDirectory } from "../ports/metadata/track-directory.js";
import type { Clock } from "../ports/runtime/clock.js";
import type { Logger } from "../ports/runtime/logger.js";
import type { AudioIdentity } from "../services/analysis/audio-identity.js";
import { foldersToScan } from "../services/library/library-folder-service.js";
import { LibraryAnalysis } from "../services/library/library-analysis.js";
import { LibraryService } from "../services/library/library-service.js";
import { LibraryWatch } from "../services/library/library-watch.js";
import { LibraryUpdates } from "../services/library/library-updates.js";
import { LibraryStatusService } from "../services/library/library-status-service.js";
import type { Services } from "../services/services.js";

/** The readers that tests may replace. */
export interface ReadingImplementations {
  readonly providers: readonly MetadataProvider[];
  readonly directories: readonly TrackDirectory[];
  readonly sources: readonly AudioSource[];
  readonly embedded: EmbeddedTagSource;
}

/** What the library and the catalogues of providers share with the rest of the application. */
interface Surroundings {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: PrometheusMetrics;
  readonly limits: Limits;
  readonly userAgent: string;
}

/** The library's files, and the metadata providers and audio sources. */
interface Reading extends ReadingImplementations {
  readonly library: SqlLibraryStore;
  readonly settings: SqlFolderStore;
  readonly folders: DiskLibraryFolders;
  readonly tags: FileTagReader;
  readonly digests: ThreadedAudioDigests;
  readonly catalogues: ConfiguredProviders;
}

/**
 * Composes what reads the library's files, and the metadata providers and audio sources.
 *
 * @throws {StartError} the database cannot be read
 */
export async function composeLibrary(
  config: Config,
  { database, clock, logger, metrics, limits, userAgent }: Surroundings,
  given: Partial<ReadingImplementations>,
): Promise<Reading> {
  const library = new SqlLibraryStore({ database, clock });
  const embedded = given.embedded ?? new EmbeddedTagReader({ logger });
  const scanned = await foldersToScan(config.library, library).catch(refuseToStart);
  const { excluded } = config.library;
  const settings = new SqlFolderStore({ database, clock });
  const onDisk = { folders: scanned, settings, excluded, logger, embedded };
  const folders = new DiskLibraryFolders(onDisk);
  const catalogues: ConfiguredProviders = configuredProviders(configuredServices(config), {
    library: new LibraryProvider({ store: library }),
    clock,
    userAgent,
    turnsOf: limits.turnsOf,
    observe: (exchange) => metrics.recordProviderRequest(exchange),
  });
  const providers = given.providers ?? catalogues.providers.slice(0, config.providers.length);
  const sources =
    given.sources ??
    configuredAudioSources(config.audioSources, {
      library: new LibraryAudioSource({ store: library, folders }),
      clients: catalogues.clients,
    });
  const directories = given.directories ?? providers.filter(isDirectory);
  const tags = new FileTagReader({ embedded });
  const digests = new ThreadedAudioDigests();
  return {
    library,
    settings,
    embedded,
    digests,
    folders,
    tags,
    catalogues,
    providers,
    directories,
    sources,
  };
}

type AnalysisNeeds = ConstructorParameters<typeof LibraryAnalysis>[0];
type StatusNeeds = ConstructorParameters<typeof LibraryStatusService>[0];

/** What the services of the library need. */
interface LibraryNeeds
  extends
    Omit<AnalysisNeeds, "folders" | "identity" | "status">,
    Pick<StatusNeeds, "requiredVersion"> {
  readonly files: LibraryStore;
  readonly folders: LibraryFolders;
  readonly analyses: AnalysisStore;
  readonly identity: AudioIdentity;
  readonly logger: Logger;
  readonly settings: FolderStore;
  /** Called at the end of each scan. */
  readonly onScanned: () => Promise<unknown>;
}

/** Composes the services of the library; `start` begins their background work, and `close` ends it. */
export function libraryServicesOn(
  { isAnalysed, isWatched, scanIntervalMilliseconds, excluded }: Config["library"],
  needs: LibraryNeeds,
): {
  readonly services: Pick<
    Services,
    "library" | "libraryAnalysis" | "libraryStatus" | "libraryUpdates" | "libraryWatch"
  >;
  start(): void;
  close(): Promise<void>;
} {
  const libraryStatus = new LibraryStatusService({ ...needs, isAnalysing: isAnalysed });
  const libraryUpdates = new LibraryUpdates({ ...needs, status: libraryStatus });
  const libraryAnalysis = new LibraryAnalysis({ ...needs, status: libraryStatus });
  const library = new LibraryService({
    ...needs,
    store: needs.files,
    reader: new DiskAudioReader(),
    onStored: () => libraryAnalysis.wake(),
  });
  const changes = isWatched ? new NativeFolderChanges({ ...needs, excluded }) : undefined;
  const watch = new LibraryWatch({ ...needs, library, changes, scanIntervalMilliseconds });
  return {
    services: { library, libraryAnalysis, libraryStatus, libraryUpdates, libraryWatch: watch },
    start() {
      if (isAnalysed) libraryAnalysis.start();
      watch.start();
    },
    async close() {
      await watch.close();
      await libraryAnalysis.close();
    },
  };
}
