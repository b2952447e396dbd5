import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LibraryPath } from "../../domain/library/library-file.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { findConfinedFileAtOnce, isInAny, namedPathOf } from "./confined-file.js";
import { BlockingFile } from "./open-file.js";

/** Error codes of a path that ends in a link, or leads to nothing. */
const NO_FILE_HERE: readonly string[] = ["ELOOP", "ENOENT", "ENOTDIR"];

/**
 * Opens some files of the library one after the other, while its thread waits: for threads that have nothing else to
 * do. The directory of several is resolved once, because that takes a call of the operating system for each of its
 * names. Where an opened file lies is checked in any case.
 */
export class ConfinedOpener {
  /** Directories with all links resolved, by the paths that name them. */
  readonly #directories = new Map<string, string>();

  /**
   * Opens the regular file that a library path names now, as `findConfinedFile` finds it; `undefined` where there is
   * none. Its owner closes it.
   *
   * @param folders the library folders, canonical
   * @throws {AudioUnavailableError} the disk does not respond now
   * @throws {Error} the error of the operating system where the file cannot be opened
   */
  open(folders: readonly string[], path: LibraryPath): BlockingFile | undefined {
    const file = this.#openDirectly(folders, path) ?? openAnywhere(folders, path);
    if (file === undefined || file.isRegular) return file;
    void file.close();
    return undefined;
  }

  /** Opens a file that lies in the directory that its path names; `undefined` where its name is a link, or nothing is there. */
  #openDirectly(folders: readonly string[], path: LibraryPath): BlockingFile | undefined {
    const named = namedPathOf(path);
    const directory = named && this.#realDirectoryOf(named);
    if (!directory || !isInAny(folders, directory)) return undefined;
    try {
      return new BlockingFile({ path: join(directory, basename(named)), within: folders });
    } catch (error) {
      if (NO_FILE_HERE.includes(systemCodeOf(error) ?? "")) return undefined;
      throw error;
    }
  }

  /** Returns the directory of a path with all links resolved; `undefined` where that cannot be told. */
  #realDirectoryOf(path: string): string | undefined {
    const directory = dirname(path);
    const known = this.#directories.get(directory);
    if (known !== undefined) return known;
    try {
      const real = realpathSync.native(directory);
      this.#directories.set(directory, real);
      return real;
    } catch (error) {
      if (systemCodeOf(error) === undefined) throw error;
      return undefined;
    }
  }
}

/** Opens a file wherever the links of its path lead in the library. */
function openAnywhere(folders: readonly string[], path: LibraryPath): BlockingFile | undefined {
  const confined = findConfinedFileAtOnce(folders, path);
  return confined && new BlockingFile({ path: confined.path, within: folders });
}
