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
import { JoinedLibraryFolders } from "../adapters/music-servers/joined-library-folders.js";
import { MountedSongs } from "../adapters/music-servers/mounted-songs.js";
import { MusicServerConnections } from "../adapters/music-servers/music-server-connections.js";
import { MusicServerFolders } from "../adapters/music-servers/music-server-folders.js";
import { musicServerOpener } from "../adapters/music-servers/open-music-server.js";
import { ReceivedSongs } from "../adapters/music-servers/received-songs.js";
import { ProcessFolder } from "../adapters/runtime/process-folder.js";
import type { Config } from "../config/config.js";
import { refuseToStart } from "../config/start-error.js";
import type { AudioDigests } from "../ports/library/audio-digests.js";
import type { LibraryFolders } from "../ports/library/library-folders.js";
import type { LocalAudio } from "../ports/library/local-audio.js";
import type { OpenMusicServer } from "../ports/music-servers/music-server-client.js";
import { FileRecordings } from "../services/analysis/file-recordings.js";
import { foldersToScan, LibraryFolderService } from "../services/library/library-folder-service.js";

/** What reads the library's files. */
export interface LibraryFiles {
  readonly folders: LibraryFolders;
  /** The audio of the library in files of this machine. */
  readonly audio: LocalAudio;
  /** Makes clients of music servers that are not stored yet. */
  readonly openMusicServer: OpenMusicServer;
  /** Lists and changes the folders for all servers on the database. */
  readonly knownFolders: LibraryFolderService;
  readonly embedded: EmbeddedTagSource;
  readonly tags: FileTagReader;
  readonly digests: AudioDigests & { close(): Promise<void> };
  /** Knows which recordings the files hold. */
  readonly recordings: FileRecordings;
  /** Ends the connections to music servers, and deletes what was received from them. */
  readonly musicServers: { close(): Promise<void> };
}

/**
 * Composes what reads the library's files.
 *
 * @throws {StartError} the database cannot be read
 */
export async function composeLibraryFiles({
  config: { library: config, musicServers },
  runtime: { clock, disk, logger, userAgent },
  storage: { analyses, directories, folderSettings, libraryFiles, musicServers: store, songs },
  given,
}: {
  readonly config: Pick<Config, "library" | "musicServers">;
  readonly runtime: Pick<Runtime, "clock" | "disk" | "logger" | "userAgent">;
  readonly storage: Pick<
    Storage,
    "analyses" | "directories" | "folderSettings" | "libraryFiles" | "musicServers" | "songs"
  >;
  readonly given: Given<"digests" | "embedded">;
}): Promise<LibraryFiles> {
  const embedded = given.embedded ?? new EmbeddedTagReader({ logger });
  const openMusicServer = musicServerOpener({ clock, userAgent });
  const connections = new MusicServerConnections({ store, open: openMusicServer, logger });
  const servers = new MusicServerFolders({ connections, songs, clock });
  const received = new ProcessFolder(musicServers.folder);
  await received.removeLeftovers();
  const audio = new ReceivedSongs({
    connections,
    songs,
    clock,
    spaceBytes: musicServers.spaceBytes,
    mounted: new MountedSongs(disk),
    folder: received,
  });
  const disks = new DiskLibraryFolders({
    folders: await foldersToScan(config, libraryFiles).catch(refuseToStart),
    settings: folderSettings,
    directories,
    excluded: config.excluded,
    logger,
    embedded,
    disk,
  });
  const folders = new JoinedLibraryFolders({ disks, servers, settings: folderSettings });
  const digests = given.digests ?? new ThreadedAudioDigests();
  return {
    folders,
    audio,
    openMusicServer,
    knownFolders: new LibraryFolderService({
      folders,
      settings: folderSettings,
      files: libraryFiles,
      directories,
    }),
    embedded,
    tags: new FileTagReader({ embedded }),
    digests,
    recordings: new FileRecordings({ files: libraryFiles, folders, audio, digests, analyses }),
    musicServers: {
      async close() {
        await connections.close();
        await received.close();
      },
    },
  };
}
