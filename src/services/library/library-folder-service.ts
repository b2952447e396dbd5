import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import {
  absenceReason,
  isInDirectory,
  type AwayDirectory,
} from "../../domain/library/library-directory.js";
import {
  absolutePathOf,
  pathBelow,
  type KnownFolder,
  type LibraryFile,
} from "../../domain/library/library-file.js";
import {
  findMusicServerName,
  type MusicServerName,
} from "../../domain/music-server/music-server.js";
import type { DirectoryStore, MarkedDirectory } from "../../ports/library/directory-store.js";
import type { FolderStore } from "../../ports/library/folder-store.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryStore } from "../../ports/library/library-store.js";

/** Matches the demo library of any installation, because an update may have moved it. */
const DEMO_FOLDER = /[\\/]src[\\/]demo[\\/]library$/;

/** Lists, adds, pauses and removes the folders of the library, for all servers on the database. */
export class LibraryFolderService {
  constructor(
    private readonly needs: {
      readonly folders: LibraryFolders;
      readonly settings: FolderStore;
      readonly files: LibraryStore;
      readonly directories: DirectoryStore;
    },
  ) {}

  /** Returns the folders with files in the library, the configured and the added ones, ordered by path. */
  async list(): Promise<readonly KnownFolder[]> {
    const { folders, files, settings } = this.needs;
    const survey = await folders.survey();
    const counts = new Map<string, number>();
    for (const { folder, fileCount } of await files.listFolders()) counts.set(folder, fileCount);
    const stored = new Map((await settings.list()).map((one) => [one.folder, one]));
    const scanned = new Set([...survey.folders, ...survey.missing.map(({ path }) => path)]);
    const marked = await this.needs.directories.listMarked();
    const names = [...new Set([...counts.keys(), ...scanned, ...stored.keys()])].sort();
    return Promise.all(
      names.map(async (folder) => {
        const { problem } = await folders.inspect(folder);
        const { isAdded = false, isPaused = false } = stored.get(folder) ?? {};
        const isConfigured = scanned.has(folder);
        const fileCount = counts.get(folder) ?? 0;
        const away = marked.filter((mark) => mark.folder === folder).flatMap(awayDirectoryOf);
        const state = { isConfigured, isAdded, isPaused, away };
        return { folder, fileCount, ...state, ...(problem !== undefined && { problem }) };
      }),
    );
  }

  /**
   * Adds a folder beside the configured ones; the next scan finds its files.
   *
   * @throws {InvalidInputError} it cannot be read, or is in the library already
   */
  async add(path: string): Promise<KnownFolder> {
    const { folder, problem } = await this.needs.folders.inspect(path);
    if (problem !== undefined) throw new InvalidInputError("folder", problem);
    const { folders } = await this.needs.folders.survey();
    const outer = folders.find((one) => one === folder || pathBelow(one, folder) !== undefined);
    if (outer !== undefined) {
      throw new InvalidInputError("folder", `is in the library already, as "${outer}" or below it`);
    }
    await this.needs.settings.save({ folder, isAdded: true, isPaused: false });
    return this.#known(folder);
  }

  /**
   * Pauses a folder, which is then neither scanned nor analysed by itself, or resumes it. Its tracks
   * are found and answered all the same.
   *
   * @throws {InvalidInputError} the library does not have this folder
   */
  async pause(path: string, isPaused = true): Promise<KnownFolder> {
    const { folder, isAdded } = await this.#find(path, ({ isConfigured }) => isConfigured);
    await this.needs.settings.save({ folder, isAdded, isPaused });
    return this.#known(folder);
  }

  /**
   * Removes a folder that was added, and the files of any folder, whether or not it still exists; their
   * analyses stay. The files of a configured folder are added again by the next scan. Of a directory whose files
   * are away, those are removed.
   *
   * @returns the folder or directory as it was
   * @throws {InvalidInputError} the library has neither this folder nor a file of it; or it is a music server, whose songs the next
   * listing would add again
   */
  async remove(path: string): Promise<KnownFolder> {
    const { settings } = this.needs;
    const away = await this.#findAway(path);
    if (away) return this.#forget(away);
    const known = await this.#find(path, ({ fileCount, isAdded }) => fileCount > 0 || isAdded);
    const { folder, isPaused, isAdded, isConfigured } = known;
    const server = isConfigured ? findMusicServerName(folder) : undefined;
    if (server !== undefined) throw new InvalidInputError("folder", isServer(server));
    // Before its files, so that no scan finds them again.
    await settings.save({ folder, isAdded: false, isPaused: isPaused && !isAdded });
    const fileCount = await this.#removeFiles(folder);
    return { ...known, fileCount, isConfigured: isConfigured && !isAdded };
  }

  /** Forgets everything about a folder, and removes its files; returns how many there were. Their analyses stay. */
  async forget(folder: string): Promise<number> {
    await this.needs.settings.save({ folder, isAdded: false, isPaused: false });
    return this.#removeFiles(folder);
  }

  async #removeFiles(folder: string): Promise<number> {
    const { directories, files } = this.needs;
    const fileCount = await files.removeFolder(folder);
    await directories.removeFolder(folder);
    return fileCount;
  }

  /** Returns the directory below a folder whose files are away and which this path names. */
  async #findAway(path: string): Promise<MarkedDirectory | undefined> {
    const { folder: canonical } = await this.needs.folders.inspect(path);
    return (await this.needs.directories.listMarked()).find((marked) => {
      const absolute = absolutePathOf(marked);
      const isMeant = absolute === path || absolute === canonical;
      return isMeant && marked.away !== undefined && marked.relativePath !== "";
    });
  }

  /** Removes the files of a directory which are not there. */
  async #forget({ folder, relativePath }: MarkedDirectory): Promise<KnownFolder> {
    const { directories, files } = this.needs;
    const gone: LibraryFile[] = [];
    for (const file of await files.listFolder(folder)) {
      if (!isInDirectory(relativePath, file.relativePath)) continue;
      if (!(await this.#isHere(file))) gone.push(file);
    }
    await files.remove(gone);
    // Known again after the next scan, where files are left.
    const removed = [...(await directories.list(folder)).keys()];
    await directories.save(folder, {
      changed: new Map(),
      removed: removed.filter((directory) => isInDirectory(relativePath, directory)),
    });
    return {
      ...{ folder: absolutePathOf({ folder, relativePath }), fileCount: gone.length },
      ...{ isConfigured: false, isAdded: false, isPaused: false, away: [] },
    };
  }

  async #isHere(file: LibraryFile): Promise<boolean> {
    try {
      return (await this.needs.folders.findAudio(file)) !== undefined;
    } catch (error) {
      if (error instanceof AudioUnavailableError) return false;
      throw error;
    }
  }

  async #known(folder: string): Promise<KnownFolder> {
    return this.#find(folder, () => true);
  }

  /** Returns the folder of this path, or of the path that its links lead to. */
  async #find(path: string, isMeant: (folder: KnownFolder) => boolean): Promise<KnownFolder> {
    const { folder: canonical } = await this.needs.folders.inspect(path);
    const candidates = (await this.list()).filter(isMeant);
    const found = candidates.find(({ folder }) => folder === path || folder === canonical);
    if (found === undefined) throw new InvalidInputError("folder", unknownFolder(candidates));
    return found;
  }
}

/** Returns a marked directory as it is shown, if its files are away. */
function awayDirectoryOf(marked: MarkedDirectory): readonly AwayDirectory[] {
  if (marked.away === undefined) return [];
  const { absence, fileCount } = marked.away;
  return [{ path: absolutePathOf(marked), reason: absenceReason(absence), fileCount }];
}

/** Says how a music server is removed. */
const isServer = (name: MusicServerName): string =>
  `is a music server: remove it with \`overtone server remove ${name}\`, or DELETE /api/audio/library/servers/${name}`;

/** Describes the problem with a folder that the library does not have. */
function unknownFolder(known: readonly KnownFolder[]): string {
  const paths = known.flatMap(({ folder, away }) => [folder, ...away.map(({ path }) => path)]);
  const names = paths.map((path) => `"${path}"`).join(", ");
  const others = names === "" ? "the library has no folder" : `the library has ${names}`;
  return `must be a folder of the library; ${others}`;
}

/**
 * Returns the folders that this server scans and reads. The demo library, which is the default
 * where no folder is configured, is left out as soon as the library has files of another folder: a
 * start without the setting must not add the demo to a real library.
 */
export async function foldersToScan(
  configured: { readonly folders: readonly string[]; readonly isDemo: boolean },
  store: Pick<LibraryStore, "listFolders">,
): Promise<readonly string[]> {
  if (!configured.isDemo) return configured.folders;
  const known = await store.listFolders();
  return known.every(({ folder }) => DEMO_FOLDER.test(folder)) ? configured.folders : [];
}
