import { isSameState } from "../../domain/library/file-state.js";
import {
  absolutePathOf,
  filesByPath,
  pathBelow,
  type FoundFile,
  type LibraryFile,
  type LibraryPath,
  type StoredState,
  type UnreachablePath,
} from "../../domain/library/library-file.js";
import type { SeenDirectory } from "../../domain/library/library-directory.js";
import type { LibraryFolders, ListingOptions } from "../../ports/library/library-folders.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import type { ScanCounter } from "./library-scans.js";
import type { ChangedFile } from "./scan-intake.js";

/** The differences between a folder on disk and its stored files. */
export interface Comparison {
  readonly fresh: readonly ChangedFile[];
  /** Stored files that were not found, by relative path, each with its tracks: they were moved or deleted, or are away. */
  readonly missing: Map<string, readonly LibraryFile[]>;
  /** The relative paths of the other stored files: they were found, or cannot be reached. */
  readonly found: readonly string[];
  readonly reached: Reached;
  /**
   * Files stored under folders below this one, which the scan finds under this one. They are
   * removed, so that no file is stored twice.
   */
  readonly superseded: readonly LibraryPath[];
  readonly unchanged: number;
  readonly unreachable: readonly UnreachablePath[];
}

/** The directories that a scan has entered, by relative path, and the links that lead to nothing. */
interface Reached {
  readonly directories: ReadonlyMap<string, SeenDirectory>;
  readonly brokenLinks: ReadonlySet<string>;
}

/** The part of a folder to compare. */
interface ComparisonScope {
  readonly folder: string;
  /** The path below the folder, empty for the whole folder. */
  readonly below: string;
  readonly signal: AbortSignal | undefined;
  /** Whether files count as changed whose size and times are as stored. */
  readonly isFull: boolean;
  /** Counts the files that are found. */
  readonly counter: ScanCounter;
}

/** Compares a folder on disk with the stored files of it and of folders below it. */
export async function compareFolder(
  { store, folders }: { readonly store: LibraryStore; readonly folders: LibraryFolders },
  { folder, below, signal, isFull, counter }: ComparisonScope,
): Promise<Comparison> {
  const isBelow = ([path]: readonly [string, unknown]): boolean =>
    below === "" || path.startsWith(`${below}/`);
  const missing = new Map([...filesByPath(await store.listStates(folder))].filter(isBelow));
  const nested = new Map((await statesOfFoldersBelow(store, folder)).filter(isBelow));
  const entered = new Set<string>();
  const unreachable = new Map<string, string>();
  const onUnreachable = (path: string, reason: string): void => void unreachable.set(path, reason);
  const directories = new Map<string, SeenDirectory>();
  const brokenLinks = new Set<string>();
  const options: ListingOptions = {
    signal,
    onUnreachable,
    onDirectory: (path, directory) => void directories.set(path, directory),
    onBrokenLink: (path) => void brokenLinks.add(path),
  };
  const found: string[] = [];
  const fresh: { readonly found: FoundFile; readonly before: readonly StoredState[] }[] = [];
  let unchanged = 0;
  for await (const file of folders.listFiles(
    absolutePathOf({ folder, relativePath: below }),
    options,
  )) {
    const { relativePath } = file;
    const [own, other] = [missing.get(relativePath), nested.get(relativePath)];
    if (missing.delete(relativePath)) found.push(relativePath);
    for (const { folder: inner } of other ?? []) entered.add(inner);
    counter.filesSeen++;
    if (own && !isFull && own.every((stored) => isAsStored(stored, file))) {
      unchanged++;
    } else {
      counter.filesLeft++;
      fresh.push({ found: file, before: own ?? other ?? [] });
    }
  }
  signal?.throwIfAborted();
  for (const path of missing.keys()) {
    if (isWithin(unreachable, path) && missing.delete(path)) found.push(path);
  }
  const superseded = [...nested]
    .filter(([path]) => !isWithin(unreachable, path))
    .flatMap(([, files]) => files.filter((file) => entered.has(file.folder)));
  const unreachablePaths = [...unreachable].map(([path, reason]) => ({
    path: absolutePathOf({ folder, relativePath: path }),
    reason,
  }));
  // Most files are as they were stored, and nothing else of them is read.
  const wholeOf = await storedWhole(store, [
    ...fresh.flatMap(({ before }) => before),
    ...[...missing.values()].flat(),
  ]);
  return {
    fresh: fresh.map(({ found: file, before }) => ({ found: file, before: wholeOf(before) })),
    missing: new Map([...missing].map(([path, states]) => [path, wholeOf(states)])),
    ...{ found, reached: { directories, brokenLinks } },
    ...{ superseded, unchanged, unreachable: unreachablePaths },
  };
}

/**
 * Reads files of which the states are known. Returns what finds those at a path, by the states there: none where they
 * were removed meanwhile.
 */
async function storedWhole(
  store: LibraryStore,
  states: readonly StoredState[],
): Promise<(states: readonly StoredState[]) => readonly LibraryFile[]> {
  const byPath = new Map<string, LibraryFile[]>();
  for (const file of await store.findAllAt(states)) {
    const path = absolutePathOf(file);
    byPath.set(path, [...(byPath.get(path) ?? []), file]);
  }
  return ([first]) => (first && byPath.get(absolutePathOf(first))) ?? [];
}

/**
 * Returns whether a file, the covers and the cue sheets beside it, and what its music server says of it, are in the state in
 * which they were stored.
 */
const isAsStored = (stored: StoredState, found: FoundFile): boolean =>
  isSameState(stored, found) &&
  stored.covers === found.covers &&
  stored.sheets === found.sheets &&
  stored.facts === found.facts;

/** Returns the states of the files stored under folders below this one, by their paths below it. */
async function statesOfFoldersBelow(
  store: LibraryStore,
  outer: string,
): Promise<(readonly [string, readonly StoredState[]])[]> {
  const files: (readonly [string, readonly StoredState[]])[] = [];
  for (const { folder } of await store.listFolders()) {
    const path = pathBelow(outer, folder);
    if (path === undefined) continue;
    for (const [relativePath, tracks] of filesByPath(await store.listStates(folder))) {
      files.push([`${path}/${relativePath}`, tracks]);
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
