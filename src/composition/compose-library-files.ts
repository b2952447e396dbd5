import type { Runtime } from "./compose-runtime.js";
import type { Storage } from "./compose-storage.js";
import type { Given } from "./implementations.js";
import { ThreadedAudioDigests } from "../adapters/library/audio-stream/threaded-audio-digests.js";
import { DiskLibraryFolders } from "../adapters/library/disk-library-folders.js";
import { FileTagReader } from "../adapters/library/file-tag-reader.js";
import {
  EmbeddedTagReader,
  type EmbeddedTagSource,
} from "../adapters/library/tags/embedded-tag-reader.js";
import type { Config } from "../config/config.js";
import { refuseToStart } from "../config/start-error.js";
import type { AudioDigests } from "../ports/library/audio-digests.js";
import { FileRecordings } from "../services/analysis/file-recordings.js";
import { foldersToScan, LibraryFolderService } from "../services/library/library-folder-service.js";

/** What reads the library's files. */
export interface LibraryFiles {
  readonly folders: DiskLibraryFolders;
  /** Lists and changes the folders for all servers on the database. */
  readonly knownFolders: LibraryFolderService;
  readonly embedded: EmbeddedTagSource;
  readonly tags: FileTagReader;
  readonly digests: AudioDigests & { close(): Promise<void> };
  /** Knows which recordings the files hold. */
  readonly recordings: FileRecordings;
}

/**
 * Composes what reads the library's files.
 *
 * @throws {StartError} the database cannot be read
 */
export async function composeLibraryFiles({
  config: { library: config },
  runtime: { disk, logger },
  storage: { analyses, directories, folderSettings, libraryFiles },
  given,
}: {
  readonly config: Pick<Config, "library">;
  readonly runtime: Pick<Runtime, "disk" | "logger">;
  readonly storage: Pick<Storage, "analyses" | "directories" | "folderSettings" | "libraryFiles">;
  readonly given: Given<"digests" | "embedded">;
}): Promise<LibraryFiles> {
  const embedded = given.embedded ?? new EmbeddedTagReader({ logger });
  const folders = new DiskLibraryFolders({
    folders: await foldersToScan(config, libraryFiles).catch(refuseToStart),
    settings: folderSettings,
    directories,
    excluded: config.excluded,
    logger,
    embedded,
    disk,
  });
  const digests = given.digests ?? new ThreadedAudioDigests();
  return {
    folders,
    knownFolders: new LibraryFolderService({
      folders,
      settings: folderSettings,
      files: libraryFiles,
      directories,
    }),
    embedded,
    tags: new FileTagReader({ embedded }),
    digests,
    recordings: new FileRecordings({ files: libraryFiles, folders, digests, analyses }),
  };
}
