import { isSameState } from "../../domain/library/file-state.js";
import {
  absolutePathOf,
  pathBelow,
  type LibraryFile,
  type UnreachablePath,
} from "../../domain/library/library-file.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { ChangedFile } from "./scan-intake.js";

/** The differences between a folder on disk and its stored files. */
export interface Comparison {
  readonly fresh: readonly ChangedFile[];
  /** Stored files that no longer exist, by relative path. */
  readonly missing: Map<string, LibraryFile>;
  /**
   * Files stored under folders below this one, which the scan finds under this one. They are
   * removed, so that no file is stored twice.
   */
  readonly superseded: readonly LibraryFile[];
  readonly unchanged: number;
  readonly unreachable: readonly UnreachablePath[];
}

/** The reason for a folder that had files and is empty now. */
const EMPTY_FOLDER =
  "is empty, as where a disk is not mounted; if its files are really gone, remove them with " +
  "`overtone library remove FOLDER`";

/** The part of a folder to compare. */
interface ComparisonScope {
  readonly folder: string;
  /** The path below the folder, empty for the whole folder. */
  readonly below: string;
  readonly signal: AbortSignal | undefined;
}

/** Compares a folder on disk with the stored files of it and of folders below it. */
export async function compareFolder(
  { store, folders }: { readonly store: LibraryStore; readonly folders: LibraryFolders },
  { folder, below, signal }: ComparisonScope,
): Promise<Comparison> {
  const isBelow = ([path]: readonly [string, LibraryFile]): boolean =>
    below === "" || path.startsWith(`${below}/`);
  const stored = (await store.listFolder(folder)).map((file) => [file.relativePath, file] as const);
  const missing = new Map(stored.filter(isBelow));
  const nested = new Map((await filesOfFoldersBelow(store, folder)).filter(isBelow));
  const entered = new Set<string>();
  const unreachable = new Map<string, string>();
  const onUnreachable = (path: string, reason: string): void => void unreachable.set(path, reason);
  // Without a stored file nothing can be lost: a new folder may be empty.
  const onEmpty = (): void => {
    if (missing.size > 0) onUnreachable("", EMPTY_FOLDER);
  };
  const options = { signal, onUnreachable, onEmpty };
  const fresh: ChangedFile[] = [];
  let unchanged = 0;
  for await (const found of folders.listFiles(
    absolutePathOf({ folder, relativePath: below }),
    options,
  )) {
    const { relativePath } = found;
    const [own, other] = [missing.get(relativePath), nested.get(relativePath)];
    missing.delete(relativePath);
    if (other) entered.add(other.folder);
    if (own && isSameState(own, found)) unchanged++;
    else fresh.push({ found, before: own ?? other });
  }
  signal?.throwIfAborted();
  for (const path of missing.keys()) if (isWithin(unreachable, path)) missing.delete(path);
  const superseded = [...nested]
    .filter(([path, file]) => entered.has(file.folder) && !isWithin(unreachable, path))
    .map(([, file]) => file);
  const unreachablePaths = [...unreachable].map(([path, reason]) => ({
    path: absolutePathOf({ folder, relativePath: path }),
    reason,
  }));
  return { fresh, missing, superseded, unchanged, unreachable: unreachablePaths };
}

/** Returns the files stored under folders below this one, by their paths below it. */
async function filesOfFoldersBelow(
  store: LibraryStore,
  outer: string,
): Promise<(readonly [string, LibraryFile])[]> {
  const files: (readonly [string, LibraryFile])[] = [];
  for (const { folder } of await store.listFolders()) {
    const path = pathBelow(outer, folder);
    if (path === undefined) continue;
    for (const file of await store.listFolder(folder)) {
      files.push([`${path}/${file.relativePath}`, file]);
    }
  }
  return files;
}

/**
 * Returns whether a relative path is one of `outer`, or below one of them; an empty path contains
 * all others.
 */
function isWithin(outer: ReadonlyMap<string, unknown>, path: string): boolean {
  if (outer.has("") || outer.has(path)) return true;
  const parent = path.lastIndexOf("/");
  return parent > 0 && isWithin(outer, path.slice(0, parent));
}
