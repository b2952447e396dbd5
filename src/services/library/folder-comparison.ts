import {
  pathBelow,
  type FoundFile,
  type LibraryFile,
  type UnreachablePath,
} from "../../domain/track/library-file.js";
import type { LibraryFolders } from "../../ports/library/library-folders.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import { absolutePathOf, type ChangedFile } from "./scan-intake.js";

/** What a folder holds against what is stored of it. */
export interface Comparison {
  readonly fresh: readonly ChangedFile[];
  /** Stored files that are not there any more, by relative path. */
  readonly missing: Map<string, LibraryFile>;
  /**
   * Files stored under folders below this one, which the scan finds under this one: they are removed,
   * so that no file is stored twice.
   */
  readonly superseded: readonly LibraryFile[];
  readonly unchanged: number;
  readonly unreachable: readonly UnreachablePath[];
}

/** What a scan says of a folder that held files and holds no entry any more. */
const EMPTY_FOLDER =
  "is empty, as where a disk is not mounted; if its files are really gone, remove them with " +
  "`overtone library remove FOLDER`";

/** What to compare. */
interface ComparisonScope {
  readonly folder: string;
  /** The path of the part to look at, empty for the whole folder. */
  readonly below: string;
  readonly signal: AbortSignal | undefined;
}

/** Holds what lies in a folder against what is stored of it and of folders below it. */
export async function compareFolder(
  { store, folders }: { readonly store: LibraryStore; readonly folders: LibraryFolders },
  { folder, below, signal }: ComparisonScope,
): Promise<Comparison> {
  const isBelow = ([path]: readonly [string, LibraryFile]): boolean =>
    below === "" || path.startsWith(`${below}/`);
  const kept = (await store.listFolder(folder)).map((file) => [file.relativePath, file] as const);
  const missing = new Map(kept.filter(isBelow));
  const nested = new Map((await filesOfFoldersBelow(store, folder)).filter(isBelow));
  const entered = new Set<string>();
  const unreachable = new Map<string, string>();
  const onUnreachable = (path: string, reason: string): void => void unreachable.set(path, reason);
  // Without a stored file there is nothing to lose: a new folder may be empty.
  const onEmpty = (): void => {
    if (missing.size > 0) onUnreachable("", EMPTY_FOLDER);
  };
  const options = { signal, onUnreachable, onEmpty };
  const fresh: ChangedFile[] = [];
  let unchanged = 0;
  for await (const found of folders.listFiles(absolutePathOf(folder, below), options)) {
    const { relativePath } = found;
    const [own, other] = [missing.get(relativePath), nested.get(relativePath)];
    missing.delete(relativePath);
    if (other) entered.add(other.folder);
    if (own && isSame(own, found)) unchanged++;
    else fresh.push({ found, before: own ?? other });
  }
  signal?.throwIfAborted();
  for (const path of missing.keys()) if (isWithin(unreachable, path)) missing.delete(path);
  const superseded = [...nested]
    .filter(([path, file]) => entered.has(file.folder) && !isWithin(unreachable, path))
    .map(([, file]) => file);
  const places = [...unreachable].map(([path, reason]) => ({
    path: absolutePathOf(folder, path),
    reason,
  }));
  return { fresh, missing, superseded, unchanged, unreachable: places };
}

/** The files stored under folders that lie below this one, by their paths below it. */
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

const isSame = (kept: LibraryFile, found: FoundFile): boolean =>
  kept.sizeBytes === found.sizeBytes && kept.modifiedAt === found.modifiedAt;

/** Whether a relative path is one of `places`, or lies below one; an empty place holds them all. */
function isWithin(places: ReadonlyMap<string, unknown>, path: string): boolean {
  if (places.has("") || places.has(path)) return true;
  const parent = path.lastIndexOf("/");
  return parent > 0 && isWithin(places, path.slice(0, parent));
}
