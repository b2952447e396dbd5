import type { Analyses } from "./compose-analyses.js";
import type { CatalogueServices } from "./compose-catalogue.js";
import type { Queue } from "./compose-jobs.js";
import type { LibraryFiles } from "./compose-library-files.js";
import type { Runtime } from "./compose-runtime.js";
import type { SearchServices } from "./compose-search.js";
import type { Storage } from "./compose-storage.js";
import { DiskAudioReader } from "../adapters/library/disk-audio-reader.js";
import { NativeFolderChanges } from "../adapters/library/native-folder-changes.js";
import type { Config } from "../config/config.js";
import { GoneAnalyses } from "../services/library/gone-analyses.js";
import { LibraryAnalysis } from "../services/library/library-analysis.js";
import { LibraryService } from "../services/library/library-service.js";
import { LibraryScans } from "../services/library/library-scans.js";
import { LibraryStatusService } from "../services/library/library-status-service.js";
import { LibraryUpdates } from "../services/library/library-updates.js";
import { LibraryVerification } from "../services/library/library-verification.js";
import { LibraryWatch } from "../services/library/library-watch.js";
import { MusicServerService } from "../services/music-servers/music-server-service.js";
import { PlaylistSending } from "../services/music-servers/playlist-sending.js";
import { ServerPlaylistService } from "../services/music-servers/server-playlist-service.js";
import { StoredCheckService } from "../services/operations/stored-check-service.js";
import type { Services } from "../services/services.js";

/** The services of the library; `start` begins their background work, and `close` ends it. */
export interface Library {
  readonly services: Pick<
    Services,
    | "library"
    | "libraryAnalysis"
    | "libraryStatus"
    | "libraryUpdates"
    | "libraryVerification"
    | "libraryWatch"
    | "musicServers"
    | "serverPlaylists"
    | "storedChecks"
  >;
  start(): void;
  close(): Promise<void>;
}

/** Composes the services that scan, analyse and watch the library. */
export function composeLibrary({
  config,
  runtime: { clock, disk, failureLog, logger, random },
  storage,
  files: { audio, folders, knownFolders, openMusicServer, recordings },
  search: { tracks },
  queue: { administration, failures, jobs },
  analyses: { requiredVersion, start },
  catalogue: { playlistFiles, playlists },
}: {
  readonly config: Pick<Config, "library" | "storage">;
  readonly runtime: Pick<Runtime, "clock" | "disk" | "failureLog" | "logger" | "random">;
  readonly storage: Pick<
    Storage,
    | "checks"
    | "directories"
    | "folderSettings"
    | "gone"
    | "libraryFiles"
    | "libraryProgress"
    | "musicServers"
    | "playlists"
    | "scans"
    | "seals"
    | "serverPlaylists"
    | "songs"
  >;
  readonly files: Pick<
    LibraryFiles,
    "audio" | "folders" | "knownFolders" | "openMusicServer" | "recordings"
  >;
  readonly search: Pick<SearchServices, "tracks">;
  readonly queue: Pick<Queue, "administration" | "failures" | "jobs">;
  readonly analyses: Pick<Analyses, "requiredVersion" | "start">;
  readonly catalogue: Pick<CatalogueServices, "playlistFiles" | "playlists">;
}): Library {
  const { directories, folderSettings, libraryFiles, libraryProgress } = storage;
  const { trackFailures } = failures;
  const scans = new LibraryScans({ store: storage.scans, clock, random });
  const { excluded, isAnalysed, isWatched, scanIntervalMilliseconds } = config.library;
  const libraryStatus = new LibraryStatusService({
    progress: libraryProgress,
    files: libraryFiles,
    scans,
    checks: storage.checks,
    jobs: administration,
    clock,
    isAnalysing: isAnalysed,
    requiredVersion,
  });
  const libraryAnalysis = new LibraryAnalysis({
    progress: libraryProgress,
    folders,
    jobs,
    start,
    remembered: trackFailures,
    failures: failureLog,
    status: libraryStatus,
    clock,
    requiredVersion,
  });
  const serverPlaylists = new ServerPlaylistService({
    store: storage.serverPlaylists,
    servers: storage.musicServers,
    playlists,
    sending: new PlaylistSending({
      store: storage.serverPlaylists,
      servers: storage.musicServers,
      open: openMusicServer,
      songs: storage.songs,
      stored: storage.playlists,
      playlists,
      tracks,
      clock,
      logger,
    }),
    clock,
    failures: failureLog,
  });
  const library = new LibraryService({
    folders,
    knownFolders,
    store: libraryFiles,
    directories,
    logger,
    clock,
    recordings,
    settings: folderSettings,
    audio,
    reader: new DiskAudioReader({ disk }),
    scans,
    onStored: () => libraryAnalysis.wake(),
    onScanned: async () => {
      await playlistFiles.writeAll();
      await serverPlaylists.sendAfterScan();
    },
  });
  const libraryWatch = new LibraryWatch({
    library,
    folders,
    changes: isWatched ? new NativeFolderChanges({ excluded, logger }) : undefined,
    scanIntervalMilliseconds,
    clock,
    logger,
    failures: failureLog,
  });
  const libraryVerification = new LibraryVerification({
    progress: libraryProgress,
    folders,
    recordings,
    status: libraryStatus,
  });
  const storedChecks = new StoredCheckService({
    seals: storage.seals,
    checks: storage.checks,
    progress: libraryProgress,
    folders,
    recordings,
    playlists: playlistFiles,
    clock,
    logger,
    failures: failureLog,
    hourAt: (milliseconds) => new Date(milliseconds).getHours(),
    hour: config.storage.checkHour,
  });
  const goneAnalyses = new GoneAnalyses({
    gone: storage.gone,
    clock,
    logger,
    failures: failureLog,
    keptMilliseconds: config.library.goneMilliseconds,
  });
  const libraryUpdates = new LibraryUpdates({ status: libraryStatus, clock });
  const musicServers = new MusicServerService({
    store: storage.musicServers,
    open: openMusicServer,
    library,
    clock,
  });
  return {
    services: {
      library,
      libraryAnalysis,
      libraryStatus,
      libraryUpdates,
      libraryVerification,
      libraryWatch,
      musicServers,
      serverPlaylists,
      storedChecks,
    },
    start() {
      if (isAnalysed) libraryAnalysis.start();
      libraryWatch.start();
      serverPlaylists.start();
      storedChecks.start();
      goneAnalyses.start();
    },
    async close() {
      await goneAnalyses.close();
      await storedChecks.close();
      await serverPlaylists.close();
      await libraryWatch.close();
      await libraryAnalysis.close();
    },
  };
}
