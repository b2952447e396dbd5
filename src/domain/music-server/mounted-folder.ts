import { InvalidInputError } from "../errors/request-errors.js";
import type { LibraryPath } from "../library/library-file.js";
import { isAbsolutePath } from "../list-import/compared-path.js";
import { deepestMapping, type PathMapping } from "../playlist/playlist-paths.js";
import { plainPathOf } from "./song.js";

/**
 * A folder of this machine in which files of a music server lie, too: `from` is the beginning of their paths as the server
 * says them, empty for all, and `to` the folder here, absolute.
 */
export type MountedFolder = PathMapping;

const MAX_FOLDERS = 20;
const MAX_CHARACTERS = 1_000;

/**
 * Parses where files of a server are mounted here; none where absent.
 *
 * @param folders `from` with or without separators at its ends
 * @throws {InvalidInputError} there are too many, or a folder is not absolute or too long
 */
export function parseMountedFolders(
  folders: readonly { readonly from: string; readonly to: string }[] | null | undefined,
): readonly MountedFolder[] {
  if ((folders?.length ?? 0) > MAX_FOLDERS) {
    throw new InvalidInputError("mounted", `must be at most ${MAX_FOLDERS} folders`);
  }
  return (folders ?? []).map(({ from, to }) => {
    if (!isAbsolutePath(to)) {
      throw new InvalidInputError("mounted", `must lead to absolute paths, and "${to}" is none`);
    }
    if (from.length > MAX_CHARACTERS || to.length > MAX_CHARACTERS) {
      throw new InvalidInputError(
        "mounted",
        `must have paths of at most ${MAX_CHARACTERS} characters`,
      );
    }
    return { from: plainPathOf(from), to };
  });
}

/** Returns where a song would lie on this machine, by the mapping of its deepest folder; `undefined` where none has it. */
export function mountedPathOf(
  relativePath: string,
  folders: readonly MountedFolder[],
): LibraryPath | undefined {
  // Below a root, so that a folder without a name has all of them.
  const rooted = folders.map(({ from, to }) => ({ from: from === "" ? "" : `/${from}`, to }));
  const path = `/${relativePath}`;
  const deepest = deepestMapping(path, rooted, "/");
  return deepest && { folder: deepest.to, relativePath: path.slice(deepest.from.length + 1) };
}
