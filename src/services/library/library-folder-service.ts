import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { pathBelow, type KnownFolder } from "../../domain/library/library-file.js";
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
    const names = [...new Set([...counts.keys(), ...scanned, ...stored.keys()])].sort();
    return Promise.all(
      names.map(async (folder) => {
        const { problem } = await folders.inspect(folder);
        const { isAdded = false, isPaused = false } = stored.get(folder) ?? {};
        const isConfigured = scanned.has(folder);
        const fileCount = counts.get(folder) ?? 0;
        const state = { isConfigured, isAdded, isPaused };
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
   * analyses stay. The files of a configured folder are added again by the next scan.
   *
   * @returns the folder as it was
   * @throws {InvalidInputError} the library has neither this folder nor a file of it
   */
  async remove(path: string): Promise<KnownFolder> {
    const { files, settings } = this.needs;
    const known = await this.#find(path, ({ fileCount, isAdded }) => fileCount > 0 || isAdded);
    const { folder, isPaused, isAdded, isConfigured } = known;
    // Before its files, so that no scan finds them again.
    await settings.save({ folder, isAdded: false, isPaused: isPaused && !isAdded });
    const fileCount = await files.removeFolder(folder);
    return { ...known, fileCount, isConfigured: isConfigured && !isAdded };
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

/** Describes the problem with a folder that the library does not have. */
function unknownFolder(known: readonly KnownFolder[]): string {
  const names = known.map(({ folder }) => `"${folder}"`).join(", ");
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
