import {
  type Absence,
  type AwayFiles,
  directoriesAbove,
  isInDirectory,
  isSameDirectory,
  type SeenDirectory,
  type StoredDirectory,
} from "../../domain/library/library-directory.js";
import type { DirectoryChanges } from "../../ports/library/directory-store.js";

/** A directory that is empty is away where it had so many files, also if it is the same directory as before. */
const MANY_FILES = 100;

/** What is known of the directories of a library folder, by relative paths. */
export interface KnownDirectories {
  /** As the last scans have found them. */
  readonly stored: ReadonlyMap<string, StoredDirectory>;
  /** As this scan has found them. */
  readonly seen: ReadonlyMap<string, SeenDirectory>;
  /** Symbolic links that lead to nothing. */
  readonly brokenLinks: ReadonlySet<string>;
  /** The path that is scanned; empty for the whole folder. */
  readonly below: string;
}

/** The paths of the stored files that a scan has found, and of those that it has not. */
export interface StoredPaths {
  readonly found: Iterable<string>;
  readonly missing: Iterable<string>;
}

/**
 * Finds the directories whose files are away and not deleted: none of their stored files was found, and
 * the directory is not what it was, because a disk is not mounted there any more or another one is, or
 * because it is empty. Directories that someone has emptied or deleted are not among them, unless they had
 * many files.
 *
 * @returns why, by relative path; the files below count as well
 */
export function findAway(
  known: KnownDirectories,
  { found, missing }: StoredPaths,
): ReadonlyMap<string, AwayFiles> {
  const losing = new Map<string, number>();
  for (const path of missing) {
    for (const directory of directoriesAbove(path)) {
      losing.set(directory, (losing.get(directory) ?? 0) + 1);
    }
  }
  if (losing.size === 0) return new Map();
  const holding = directoriesOf(found);
  const away = new Map<string, AwayFiles>();
  for (const [directory, fileCount] of losing) {
    if (holding.has(directory)) continue;
    const absence = absenceOf(known, directory, fileCount);
    if (absence !== undefined) away.set(directory, { absence, fileCount });
  }
  for (const directory of away.keys()) {
    if ([...directoriesAbove(directory)].some((above) => away.has(above))) away.delete(directory);
  }
  return away;
}

/** Returns all directories that paths lie in. */
function directoriesOf(paths: Iterable<string>): ReadonlySet<string> {
  const directories = new Set<string>();
  for (const path of paths) {
    for (const directory of directoriesAbove(path)) {
      if (directories.has(directory)) break;
      directories.add(directory);
    }
  }
  return directories;
}

/** Returns why the files of a directory are away, none of which was found; `undefined` where they are deleted. */
function absenceOf(
  { stored, seen, brokenLinks, below }: KnownDirectories,
  directory: string,
  fileCount: number,
): Absence | undefined {
  const [before, now] = [stored.get(directory), seen.get(directory)];
  if (!isInDirectory(below, directory)) {
    // Only part of its files was looked for.
    return before?.isMount && now?.isMount === false ? "unmounted" : undefined;
  }
  if (brokenLinks.has(directory)) return "missing";
  if (now === undefined) return before?.isMount ? "missing" : undefined;
  const isSame = before !== undefined && isSameDirectory(before, now);
  if (now.isEmpty && (directory === "" || !isSame || fileCount >= MANY_FILES)) return "empty";
  if (isSame || !(before?.isMount || now.isMount)) return undefined;
  return now.isMount ? "replaced" : "unmounted";
}

/**
 * Returns what changes of the stored directories after a scan.
 *
 * @param paths of all files that are stored below the scanned path now
 * @param away what is away now
 */
export function changesOf(
  { stored, seen, below }: KnownDirectories,
  paths: Iterable<string>,
  away: ReadonlyMap<string, AwayFiles>,
): DirectoryChanges {
  const needed = directoriesOf(paths);
  const changed = new Map<string, StoredDirectory>();
  for (const directory of needed) {
    const before = stored.get(directory);
    const now = directoryNow(before, seen.get(directory), away.get(directory));
    if (now !== undefined && !isStoredSo(before, now)) changed.set(directory, now);
  }
  const removed = [...stored.keys()].filter(
    (directory) => isInDirectory(below, directory) && !needed.has(directory),
  );
  return { changed, removed };
}

/** What is not known of a directory that was away before a scan has entered it. */
const UNKNOWN: StoredDirectory = { inode: 0, bornAt: 0, isMount: false };

/** Returns a directory as it is to be stored: one that is away, as it was when it had its files. */
function directoryNow(
  before: StoredDirectory | undefined,
  now: SeenDirectory | undefined,
  away: AwayFiles | undefined,
): StoredDirectory | undefined {
  if (away !== undefined) {
    // A scan of a part of it has missed a part of its files only.
    const fileCount = Math.max(away.fileCount, before?.away?.fileCount ?? 0);
    return { ...(before ?? UNKNOWN), away: { ...away, fileCount } };
  }
  if (now === undefined) return before;
  const { inode, bornAt, isMount } = now;
  return { inode, bornAt, isMount };
}

function isStoredSo(before: StoredDirectory | undefined, now: StoredDirectory): boolean {
  if (before === undefined) return false;
  const isSame =
    before.inode === now.inode && before.bornAt === now.bornAt && before.isMount === now.isMount;
  return (
    isSame &&
    before.away?.absence === now.away?.absence &&
    before.away?.fileCount === now.away?.fileCount
  );
}
