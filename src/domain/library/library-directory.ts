import { directoryOf } from "../directory-of.js";

/** A directory of the library as the operating system describes it. */
export interface DirectoryState {
  /** Its number in its file system. */
  readonly inode: number;
  /** When it was created, milliseconds since 1970, an integer; 0 where the file system does not say. */
  readonly bornAt: number;
  /**
   * Whether another file system, or another part of one, is mounted here. Numbers of devices are not
   * kept, because a network file system gets another one each time that it is mounted.
   */
  readonly isMount: boolean;
}

/** A directory that a scan has entered. */
export interface SeenDirectory extends DirectoryState {
  /** Whether it has no entry at all. */
  readonly isEmpty: boolean;
}

/**
 * Why files are away and not deleted: their directory does not exist where a disk was mounted, is
 * empty, has no disk mounted as before, or is another disk.
 */
export type Absence = "missing" | "empty" | "unmounted" | "replaced";

/** Files of a directory that are away. */
export interface AwayFiles {
  readonly absence: Absence;
  /** How many files of the library it had, > 0. */
  readonly fileCount: number;
}

/** What is stored of a directory with files of the library. */
export interface StoredDirectory extends DirectoryState {
  /** Absent where its files are not away. */
  readonly away?: AwayFiles;
}

/** A directory whose files are away. */
export interface AwayDirectory {
  /** Absolute. */
  readonly path: string;
  /** e.g. "is empty, as where a disk is not mounted". */
  readonly reason: string;
  /** How many files of the library it had, > 0. */
  readonly fileCount: number;
}

const ABSENCES: Readonly<Record<Absence, string>> = {
  missing: "does not exist, where a disk was mounted",
  empty: "is empty, as where a disk is not mounted",
  unmounted: "is not a mounted disk any more, and has none of its files",
  replaced: "has none of its files, as where another disk is mounted",
};

/** Returns why files are away, in words that follow the path of their directory. */
export const absenceReason = (absence: Absence): string => ABSENCES[absence];

/**
 * Returns whether two states are of one directory. Roots of different disks often have one number: they
 * are told apart by the time of their creation only.
 */
export function isSameDirectory(one: DirectoryState, other: DirectoryState): boolean {
  if (one.inode !== other.inode || one.bornAt !== other.bornAt) return false;
  return one.isMount === other.isMount && (!one.isMount || one.bornAt !== 0);
}

/** Returns the directories that a relative path lies in, the nearest first; the last is the library folder, "". */
export function* directoriesAbove(relativePath: string): Generator<string, void, void> {
  let directory = relativePath;
  while (directory !== "") {
    directory = directoryOf(directory);
    yield directory;
  }
}

/** Returns whether a relative path is a directory or lies below it; everything lies below "". */
export const isInDirectory = (directory: string, path: string): boolean =>
  directory === "" || path === directory || path.startsWith(`${directory}/`);
