import { join } from "node:path";
import { composeLibraryFiles } from "./compose-library-files.js";
import { configuredChecks } from "../adapters/diagnosis/configured-checks.js";
import { trackFormats } from "../adapters/formats/track-formats.js";
import { DiskCalls } from "../adapters/files/disk-calls.js";
import { DiskAudioFolders } from "../adapters/library/disk-audio-folders.js";
import { FileTagJournal } from "../adapters/library/file-tag-journal.js";
import { FileTagReader } from "../adapters/library/file-tag-reader.js";
import { DiskTagFiles } from "../adapters/library/tag-writing/disk-tag-files.js";
import { EmbeddedTagReader } from "../adapters/library/tags/embedded-tag-reader.js";
import { WorkerAnalyzer } from "../adapters/analyzer/worker-analyzer.js";
import { PinoLogger } from "../adapters/runtime/pino-logger.js";
import { systemCodeOf } from "../adapters/runtime/system-error.js";
import { SystemClock } from "../adapters/runtime/system-clock.js";
import { writeOutput } from "../adapters/runtime/whole-file.js";
import { SqlAnalysisStore } from "../adapters/storage/analyses/sql-analysis-store.js";
import { RecentRecordings } from "../adapters/storage/analyses/recent-recordings.js";
import { copyBetween } from "../adapters/storage/copy/copy-between.js";
import { CopyError } from "../adapters/storage/copy/copy-error.js";
import { SqlDirectoryStore } from "../adapters/storage/library/sql-directory-store.js";
import { SqlFolderStore } from "../adapters/storage/library/sql-folder-store.js";
import { SqlLibraryStore } from "../adapters/storage/library/sql-library-store.js";
import { ConfiguredMusicServers } from "../adapters/music-servers/configured-music-servers.js";
import { musicServerOpener } from "../adapters/music-servers/open-music-server.js";
import { SqlMusicServerStore } from "../adapters/storage/music-servers/sql-music-server-store.js";
import { SqlSongStore } from "../adapters/storage/music-servers/sql-song-store.js";
import { openSecretKey } from "../adapters/storage/secrets/open-secret-key.js";
import { openDatabase } from "../adapters/storage/database.js";
import { threadsOf, type Config } from "../config/config.js";
import { softwareName } from "../config/package-version.js";
import { refuseToStart, StartError } from "../config/start-error.js";
import type { CopyProgress, DatabaseCopyReport } from "../domain/operations/copy-report.js";
import { DiagnosisService } from "../services/operations/diagnosis-service.js";
import { FileAnalysisService } from "../services/analysis/file-analysis-service.js";
import { tryMusicServer } from "../services/music-servers/music-server-trial.js";
import { FileTables } from "../services/export/file-tables.js";
import { MeasuredFiles } from "../services/tagging/measured-files.js";
import { TaggingService } from "../services/tagging/tagging-service.js";
import { TaggedPaths } from "../services/tagging/tagged-paths.js";
import { RetaggedFiles } from "../services/tagging/retagged-files.js";
import { userAgentFor } from "../config/user-agent.js";

/** Opens the services of `overtone analyze` for `use`, without a database or library folders. */
export async function withFileAnalysis(
  config: Config,
  use: (files: FileAnalysisService, tables: FileTables) => Promise<void>,
): Promise<void> {
  const logger = new PinoLogger(config.log);
  const analyzer = new WorkerAnalyzer({ ...threadsOf(config.analysis), logger });
  const embedded = new EmbeddedTagReader();
  const tags = new FileTagReader({ embedded, logger });
  const folders = new DiskAudioFolders(config.library);
  const clock = new SystemClock();
  const tables = new FileTables({ formats: trackFormats, software: softwareName(), clock });
  try {
    await use(new FileAnalysisService({ analyzer, folders, tags, clock }), tables);
  } finally {
    await Promise.all([analyzer.close(), embedded.close()]);
  }
}

/** Opens the services of `overtone tag` for `use`. */
export async function withTagging(
  config: Config,
  use: (services: TaggingServices) => Promise<void>,
): Promise<void> {
  const { databaseUrl, connections, dataFolder, secretsKey } = config.storage;
  const clock = new SystemClock();
  const database = await openDatabase({ url: databaseUrl, connections }).catch(refuseToStart);
  const { system } = database;
  const recent = new RecentRecordings({ clock });
  const analyses = new SqlAnalysisStore({ database, recent, clock });
  const library = new SqlLibraryStore({ database, recent, clock });
  const logger = new PinoLogger(config.log);
  const disk = new DiskCalls({ logger, limitMilliseconds: config.library.diskTimeoutMilliseconds });
  const directories = new SqlDirectoryStore({ database, clock });
  const folderSettings = new SqlFolderStore({ database, clock });
  const key = openSecretKey({ system, databaseUrl, dataFolder, secretsKey });
  const servers = new ConfiguredMusicServers({
    configured: config.musicServers.configured,
    disk,
    added: new SqlMusicServerStore({ database, key, clock, logger }),
  });
  const songs = new SqlSongStore({ database, recent });
  const { digests, embedded, folders, recordings, musicServers } = await composeLibraryFiles({
    config,
    runtime: { clock, disk, logger, userAgent: userAgentFor(config) },
    storage: {
      analyses,
      directories,
      folderSettings,
      songs,
      libraryFiles: library,
      musicServers: servers,
    },
    given: {},
  });
  const analyzer = new WorkerAnalyzer({ ...threadsOf(config.analysis), logger });
  const tags = new FileTagReader({ embedded, logger });
  const journalFolder = join(dataFolder, "tag-journal");
  const tagging = new TaggingService({
    files: new DiskTagFiles({
      digests,
      unfinishedFolder: join(journalFolder, "unfinished"),
      mayLose: config.library.mayTagsLose,
    }),
    journal: new FileTagJournal({ folder: journalFolder, clock }),
    measured: new MeasuredFiles({ digests, analyses, analyzer }),
    written: new TaggedPaths({ digests, library }),
    tags,
    library: new RetaggedFiles({ folders, library, recordings }),
  });
  const named = new DiskAudioFolders(config.library);
  const files = new FileAnalysisService({ analyzer, folders: named, tags, clock });
  try {
    await use({ files, tagging });
  } finally {
    for (const part of [analyzer, digests, embedded, musicServers, database]) await part.close();
  }
}

/** Opens the service of `overtone doctor` for `use`, without the services that it checks. */
export async function withDiagnosis(
  config: Config,
  use: (diagnosis: DiagnosisService) => Promise<void>,
): Promise<void> {
  const clock = new SystemClock();
  const userAgent = userAgentFor(config);
  const open = musicServerOpener({ clock, userAgent });
  const configured = configuredChecks(config, {
    clock,
    userAgent,
    disk: new DiskCalls(),
    tryServer: (server, signal) => tryMusicServer(server, open, signal),
  });
  const diagnosis = new DiagnosisService({ checks: configured.checks, clock });
  await use(diagnosis).finally(() => configured.close());
}

/**
 * Copies a database to another one.
 *
 * @throws {StartError} a database cannot be opened, or the copy is refused or has stopped
 */
export async function copyDatabase(
  { log, storage: { dataFolder, secretsKey } }: Config,
  copied: CopiedUrls & { readonly signal: AbortSignal; readonly onProgress: CopyProgress },
): Promise<DatabaseCopyReport> {
  const logger = new PinoLogger(log);
  return copyBetween({ ...copied, dataFolder, secretsKey, logger }).catch((failure: unknown) => {
    throw failure instanceof CopyError ? StartError.from(failure) : failure;
  });
}

/**
 * Writes a file, which appears or is replaced when its content is complete.
 *
 * @throws {StartError} the file cannot be written
 */
export async function saveFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await writeOutput(path, content).catch((failure: unknown) => {
    const code = systemCodeOf(failure);
    throw code === undefined
      ? failure
      : StartError.from(new Error(`${path} cannot be written (${code}).`));
  });
}

/** Finds files, and writes their tags. */
export interface TaggingServices {
  readonly files: Pick<FileAnalysisService, "findFiles">;
  readonly tagging: TaggingService;
}

/** The source and the target of a copy. */
export interface CopiedUrls {
  readonly from: string;
  readonly to: string;
}
