import { chmodSync, closeSync, openSync, statSync } from "node:fs";

/** What group and others may do. */
const OTHERS = 0o077;

/** The files of a database: itself, its log and the index of that. */
export const databaseFiles = (file: string): readonly string[] => [
  file,
  `${file}-wal`,
  `${file}-shm`,
];

/** Creates a database file that its owner alone may read, where there is none; or leaves it to the driver. */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch {
    // The driver says in words why the file cannot be opened.
  }
}

/**
 * Takes a file from group and others where it belongs to this user. The file of another user is left
 * as it is, and so is everything where files have no such owners.
 */
export function makePrivate(file: string): void {
  const mode = openModeOf(file);
  if (mode === undefined || statSync(file).uid !== process.getuid?.()) return;
  chmodSync(file, mode & ~OTHERS);
}

/** The permissions of a file or folder that group or others may use; `undefined` where they may not. */
export function openModeOf(path: string): number | undefined {
  if (process.platform === "win32") return undefined;
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (mode & OTHERS) === 0 ? undefined : mode;
}
