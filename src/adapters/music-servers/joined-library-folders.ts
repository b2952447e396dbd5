import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type {
  CoverPlaces,
  FoundFile,
  LibraryPath,
  TrackPath,
} from "../../domain/library/library-file.js";
import { isOnMusicServer } from "../../domain/music-server/music-server.js";
import type {
  Cover,
  FileContent,
  FolderSurvey,
  FoundAudio,
  LibraryFolders,
  ListingOptions,
} from "../../ports/library/library-folders.js";
import type { FolderStore } from "../../ports/library/folder-store.js";
import type { MusicServerFolders } from "./music-server-folders.js";

/** The folders on disks and those of music servers, which the path tells. */
export class JoinedLibraryFolders implements LibraryFolders {
  constructor(
    private readonly needs: {
      readonly disks: LibraryFolders;
      readonly servers: MusicServerFolders;
      /** The folders that were paused. */
      readonly settings: Pick<FolderStore, "list">;
    },
  ) {}

  async survey(): Promise<FolderSurvey> {
    const { disks, servers } = this.needs;
    const [survey, folders] = await Promise.all([disks.survey(), servers.folders()]);
    return { ...survey, folders: [...survey.folders, ...folders] };
  }

  async findActive(): Promise<readonly string[]> {
    const { disks, servers, settings } = this.needs;
    const active = await disks.findActive();
    const stored = await settings.list();
    const isPaused = (folder: string): boolean =>
      stored.some((one) => one.folder === folder && one.isPaused);
    const ofServers = await servers.findActive();
    return [...active, ...ofServers.filter((folder) => !isPaused(folder))];
  }

  inspect(path: string): Promise<{ readonly folder: string; readonly problem?: string }> {
    return this.#of(path).inspect(path);
  }

  resolve(folder: string): Promise<{ folder: string; below: string }> {
    return this.#of(folder).resolve(folder);
  }

  async presenceIn(folder: string): Promise<string> {
    return this.#of(folder).presenceIn(folder);
  }

  listFiles(folder: string, options: ListingOptions = {}): AsyncIterable<FoundFile> {
    return this.#of(folder).listFiles(folder, options);
  }

  read(file: FoundFile): Promise<FileContent> {
    return this.#of(file.folder).read(file);
  }

  findCover(file: LibraryPath & CoverPlaces): Promise<Cover | undefined> {
    return this.#of(file.folder).findCover(file);
  }

  async findAudio(path: TrackPath): Promise<FoundAudio | undefined> {
    const [found] = await this.findAudioOf([path]);
    if (found instanceof AudioUnavailableError) throw found;
    return found;
  }

  async findAudioOf(
    paths: readonly TrackPath[],
  ): Promise<readonly (FoundAudio | AudioUnavailableError | undefined)[]> {
    const { disks, servers } = this.needs;
    const isOnServer = paths.map(({ folder }) => isOnMusicServer(folder));
    const [onDisks, onServers] = await Promise.all([
      disks.findAudioOf(paths.filter((_, index) => !isOnServer[index])),
      servers.findAudioOf(paths.filter((_, index) => isOnServer[index])),
    ]);
    const [files, songs] = [onDisks.values(), onServers.values()];
    return isOnServer.map((isSong) => (isSong ? songs : files).next().value);
  }

  #of(path: string): LibraryFolders | MusicServerFolders {
    return isOnMusicServer(path) ? this.needs.servers : this.needs.disks;
  }
}
