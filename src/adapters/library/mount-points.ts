import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { DirectoryState } from "../../domain/library/library-directory.js";
import type { DiskCalls } from "../files/disk-calls.js";
import { systemCodeOf } from "../runtime/system-error.js";

/** The mounts of this process, on Linux. Source: proc_pid_mountinfo(5). */
const MOUNTS_FILE = "/proc/self/mountinfo";

/** The place of the path in a line of it. */
const PATH_FIELD = 4;

/**
 * Reads where something is mounted, as Linux lists it: also parts of a file system that is mounted
 * elsewhere, whose device is that of the directory above. Empty on other systems.
 */
export async function readMountPoints(): Promise<ReadonlySet<string>> {
  const text = await readFile(MOUNTS_FILE, "utf8").catch((error: unknown) => {
    if (systemCodeOf(error) === undefined) throw error;
    return "";
  });
  return new Set(text.split("\n").map((line) => unescaped(line.split(" ")[PATH_FIELD] ?? "")));
}

/** Undoes the escapes of blanks and of the backslash, which are in octal digits. */
const unescaped = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));

/** Returns the state of a directory; `undefined` where it is not there, or cannot be read. */
export async function findDirectoryState(
  disk: DiskCalls,
  path: string,
  mountPoints: ReadonlySet<string>,
): Promise<DirectoryState | undefined> {
  try {
    return await directoryStateOf(disk, path, mountPoints);
  } catch (error) {
    if (systemCodeOf(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * Returns the state of a directory.
 *
 * @param path absolute, symbolic links resolved
 * @param mountPoints those that the operating system lists
 * @throws an error of the operating system: the directory is not there
 */
export async function directoryStateOf(
  disk: DiskCalls,
  path: string,
  mountPoints: ReadonlySet<string>,
): Promise<DirectoryState> {
  const [{ ino, birthtimeMs, dev }, above] = await Promise.all([
    disk.stat(path),
    disk.stat(dirname(path)),
  ]);
  const isMount = mountPoints.has(path) || dev !== above.dev;
  return { inode: ino, bornAt: Math.trunc(birthtimeMs), isMount };
}
