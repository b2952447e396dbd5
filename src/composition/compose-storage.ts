import { join } from "node:path";
import type { Runtime } from "./compose-runtime.js";
import type { Given } from "./implementations.js";
import { KeyvMetadataCache } from "../adapters/cache/keyv-metadata-cache.js";
import { limitsOn, type Limits } from "../adapters/limits/limits-on.js";
import { takeOverRecordFile } from "../adapters/playlists/take-over-record-file.js";
import { RecentRecordings } from "../adapters/storage/analyses/recent-recordings.js";
import { SqlRecordingChanges } from "../adapters/storage/analyses/sql-recording-changes.js";
import { SqlRecordingPins } from "../adapters/storage/analyses/sql-recording-pins.js";
import { SqlAnalysisStore } from "../adapters/storage/analyses/sql-analysis-store.js";
import { SqlCorrectionStore } from "../adapters/storage/analyses/sql-correction-store.js";
import { SqlGoneRecordings } from "../adapters/storage/analyses/sql-gone-recordings.js";
import { SqlApiKeyStore } from "../adapters/storage/api-keys/sql-api-key-store.js";
import { CatalogueIndex } from "../adapters/storage/catalogue/catalogue-index.js";
import { CatalogueSnapshots } from "../adapters/storage/catalogue/catalogue-snapshots.js";
import { databaseTimes, type DatabaseTime } from "../adapters/storage/database-time.js";
import { openDatabase, type Database } from "../adapters/storage/database.js";
import { SqlFailureStore } from "../adapters/storage/failures/sql-failure-store.js";
import { SqlFingerprintCatalogue } from "../adapters/storage/fingerprints/sql-fingerprint-catalogue.js";
import { SqlPerformanceLinks } from "../adapters/storage/fingerprints/sql-performance-links.js";
import { SqlIdempotencyStore } from "../adapters/storage/idempotency/sql-idempotency-store.js";
import { SqlDirectoryStore } from "../adapters/storage/library/sql-directory-store.js";
import { SqlFolderStore } from "../adapters/storage/library/sql-folder-store.js";
import { SqlHeldFiles } from "../adapters/storage/library/sql-held-files.js";
import { SqlIdLinks } from "../adapters/storage/library/sql-id-links.js";
import { SqlLibraryNames } from "../adapters/storage/library/sql-library-names.js";
import { SqlLibraryStore } from "../adapters/storage/library/sql-library-store.js";
import { SqlScanStore } from "../adapters/storage/library/sql-scan-store.js";
import { SqlLibraryProgress } from "../adapters/storage/library/sql-library-progress.js";
import { SqlLibrarySearch } from "../adapters/storage/library-search/sql-library-search.js";
import { SqlLikenessLayoutStore } from "../adapters/storage/likeness/sql-likeness-layout-store.js";
import { ConfiguredMusicServers } from "../adapters/music-servers/configured-music-servers.js";
import { SqlMusicServerStore } from "../adapters/storage/music-servers/sql-music-server-store.js";
import { SqlServerPlaylistStore } from "../adapters/storage/music-servers/sql-server-playlist-store.js";
import { SqlSongStore } from "../adapters/storage/music-servers/sql-song-store.js";
import { SqlPlaylistFileRecord } from "../adapters/storage/playlists/sql-playlist-file-record.js";
import { SqlPlaylistStore } from "../adapters/storage/playlists/sql-playlist-store.js";
import { SqlRowSeals } from "../adapters/storage/seals/sql-row-seals.js";
import { SqlStoredChecks } from "../adapters/storage/seals/sql-stored-checks.js";
import { openSecretKey } from "../adapters/storage/secrets/open-secret-key.js";
import { SqlSessionStore } from "../adapters/storage/sessions/sql-session-store.js";
import { openWebhookStore } from "../adapters/storage/webhooks/open-webhook-store.js";
import { uploadStoresOn } from "../adapters/uploads/upload-stores-on.js";
import type { Config } from "../config/config.js";
import { refuseToStart } from "../config/start-error.js";
import type { ApiKeyStore } from "../ports/access/api-key-store.js";
import type { IdempotencyStore } from "../ports/access/idempotency-store.js";
import type { SessionStore } from "../ports/access/session-store.js";
import type { AnalysisStore } from "../ports/analysis/analysis-store.js";
import type { FingerprintCatalogue } from "../ports/analysis/fingerprint-catalogue.js";
import type { CorrectionStore } from "../ports/analysis/correction-store.js";
import type { FailureStore } from "../ports/analysis/failure-store.js";
import type { GoneRecordings } from "../ports/analysis/gone-recordings.js";
import type { LikenessLayoutStore } from "../ports/analysis/likeness-layout-store.js";
import type { PerformanceLinkStore } from "../ports/analysis/performance-links.js";
import type { RecordingChanges } from "../ports/analysis/recording-changes.js";
import type { RecordingPins } from "../ports/analysis/recording-pins.js";
import type { UploadStore } from "../ports/analysis/upload-store.js";
import type { DirectoryStore } from "../ports/library/directory-store.js";
import type { FolderStore } from "../ports/library/folder-store.js";
import type { HeldFiles } from "../ports/library/held-files.js";
import type { LibraryNames } from "../ports/library/library-names.js";
import type { LibrarySearch } from "../ports/library/library-search.js";
import type { LibraryStore } from "../ports/library/library-store.js";
import type { ScanStore } from "../ports/library/scan-store.js";
import type { LibraryProgress } from "../ports/library/library-progress.js";
import type { IdLinkStore } from "../ports/metadata/id-link-store.js";
import type { MetadataCache } from "../ports/metadata/metadata-cache.js";
import type { MusicServerStore } from "../ports/music-servers/music-server-store.js";
import type { ServerPlaylistStore } from "../ports/music-servers/server-playlist-store.js";
import type { SongStore } from "../ports/music-servers/song-store.js";
import type { PlaylistFileRecord } from "../ports/playlists/playlist-file-record.js";
import type { PlaylistStore } from "../ports/playlists/playlist-store.js";
import type { RowSeals } from "../ports/runtime/row-seals.js";
import type { StoredChecks } from "../ports/runtime/stored-checks.js";
import type { WebhookStore } from "../ports/webhooks/webhook-store.js";

/** The database, and the stores on it. */
export interface Storage {
  readonly database: Database;
  /** The time that all processes on the database share. */
  readonly time: DatabaseTime;
  /** The analysed tracks, in memory. */
  readonly catalogue: CatalogueIndex;
  readonly analyses: AnalysisStore;
  readonly recordingChanges: RecordingChanges;
  /** The analysed recordings by their sound, in memory once one is looked up. */
  readonly sounds: FingerprintCatalogue;
  readonly performanceLinks: PerformanceLinkStore;
  readonly pins: RecordingPins;
  readonly corrections: CorrectionStore;
  readonly gone: GoneRecordings;
  readonly trackFailures: FailureStore;
  readonly uploadFailures: FailureStore;
  /** The uploads that wait for a job. */
  readonly uploads: UploadStore;
  /** The uploads that this process reads itself, without a job. */
  readonly ownUploads: UploadStore;
  /** The layout of the map by likeness. */
  readonly layouts: LikenessLayoutStore;
  readonly libraryFiles: LibraryStore;
  /** The words of the library, in memory. */
  readonly librarySearch: LibrarySearch;
  readonly libraryNames: LibraryNames;
  readonly libraryProgress: LibraryProgress;
  readonly heldFiles: HeldFiles;
  readonly scans: ScanStore;
  readonly seals: RowSeals;
  readonly checks: StoredChecks;
  /** The folders that were added or paused. */
  readonly folderSettings: FolderStore;
  /** The directories that its files lie in. */
  readonly directories: DirectoryStore;
  readonly metadata: MetadataCache;
  readonly idLinks: IdLinkStore;
  readonly musicServers: MusicServerStore;
  /** What music servers list. */
  readonly songs: SongStore;
  /** Which playlists are kept on music servers. */
  readonly serverPlaylists: ServerPlaylistStore;
  readonly playlists: PlaylistStore;
  readonly playlistFileRecord: PlaylistFileRecord;
  readonly webhooks: WebhookStore;
  readonly apiKeys: ApiKeyStore;
  readonly sessions: SessionStore;
  readonly idempotency: IdempotencyStore;
  /** The limits of requests, which all processes on the database share where it is a server. */
  readonly limits: Limits;
}

/**
 * Opens the database, and creates the stores on it.
 *
 * @throws {StartError} the database cannot be opened or is of a newer version
 */
export async function composeStorage({
  config,
  runtime,
  given,
}: {
  readonly config: Pick<Config, "cache" | "musicServers" | "storage" | "uploads">;
  readonly runtime: Pick<Runtime, "clock" | "disk" | "logger" | "metrics">;
  readonly given: Given<"analyses" | "catalogue" | "sharedTime">;
}): Promise<Storage> {
  const { clock, disk, logger, metrics } = runtime;
  const { databaseUrl, connections, dataFolder, secretsKey } = config.storage;
  const database = await openDatabase({ url: databaseUrl, connections }).catch(refuseToStart);
  const time = given.sharedTime ?? databaseTimes[database.system];
  const key = openSecretKey({ system: database.system, databaseUrl, dataFolder, secretsKey });
  const snapshots = new CatalogueSnapshots({ database, logger });
  const catalogue = given.catalogue ?? new CatalogueIndex(database, snapshots);
  const recent = new RecentRecordings({ clock });
  const playlistFileRecord = new SqlPlaylistFileRecord({ database, time });
  await takeOverRecordFile(join(dataFolder, "playlist-files.json"), playlistFileRecord);
  const webhooks = await openWebhookStore({
    database,
    databaseUrl,
    dataFolder,
    secretsKey,
    logger,
  }).catch(refuseToStart);
  return {
    database,
    time,
    catalogue,
    analyses: given.analyses ?? new SqlAnalysisStore({ database, catalogue, recent, clock }),
    recordingChanges: new SqlRecordingChanges({ database }),
    sounds: new SqlFingerprintCatalogue({ database }),
    performanceLinks: new SqlPerformanceLinks({ database, time }),
    pins: new SqlRecordingPins({ database, recent }),
    corrections: new SqlCorrectionStore({ database, recent }),
    gone: new SqlGoneRecordings({ database, recent }),
    trackFailures: new SqlFailureStore({ database, kind: "track", time }),
    uploadFailures: new SqlFailureStore({ database, kind: "upload", time }),
    ...uploadStoresOn({ database, time }, config.uploads),
    layouts: new SqlLikenessLayoutStore({ database }),
    libraryFiles: new SqlLibraryStore({ database, recent, clock }),
    librarySearch: new SqlLibrarySearch({ database, catalogue }),
    libraryNames: new SqlLibraryNames({ database, catalogue }),
    libraryProgress: new SqlLibraryProgress({ database, time }),
    heldFiles: new SqlHeldFiles({ database }),
    scans: new SqlScanStore({ database, time, clock }),
    seals: new SqlRowSeals({ database }),
    checks: new SqlStoredChecks({ database, time, clock }),
    folderSettings: new SqlFolderStore({ database, clock }),
    directories: new SqlDirectoryStore({ database, clock }),
    metadata: new KeyvMetadataCache({
      database,
      clock,
      logger,
      observe: (lookup) => metrics.recordCacheLookup(lookup),
      ttlSeconds: config.cache.ttlSeconds,
    }),
    idLinks: new SqlIdLinks({ database }),
    musicServers: new ConfiguredMusicServers({
      configured: config.musicServers.configured,
      disk,
      added: new SqlMusicServerStore({ database, clock, logger, key }),
    }),
    songs: new SqlSongStore({ database, recent }),
    serverPlaylists: new SqlServerPlaylistStore({ database, key, time }),
    playlists: new SqlPlaylistStore({ database }),
    playlistFileRecord,
    webhooks,
    apiKeys: new SqlApiKeyStore({ database, clock }),
    sessions: new SqlSessionStore({ database, clock }),
    idempotency: new SqlIdempotencyStore({ database }),
    limits: limitsOn({ database, clock, logger }),
  };
}
