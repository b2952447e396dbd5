import { chmodSync, closeSync, openSync, statSync } from "node:fs";

/** Permission bits of group and others. */
const OTHERS = 0o077;

/** The files of a database: the database, its write-ahead log and the log's index. */
export const databaseFiles = (file: string): readonly string[] => [
  file,
  `${file}-wal`,
  `${file}-shm`,
];

/** Creates a database file that only its owner may use, where there is none. */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch {
    // The driver then reports why the file cannot be opened.
  }
}

/**
 * Removes the permissions of group and others from a file that belongs to this user. Files of other
 * users stay unchanged, and so do all files on systems without such owners.
 */
export function makePrivate(file: string): void {
  const mode = openModeOf(file);
  if (mode === undefined || statSync(file).uid !== process.getuid?.()) return;
  chmodSync(file, mode & ~OTHERS);
}

/** Returns the permissions of a file or folder that group or others may use; otherwise `undefined`. */
export function openModeOf(path: string): number | undefined {
  if (process.platform === "win32") return undefined;
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  return (mode & OTHERS) === 0 ? undefined : mode;
}
