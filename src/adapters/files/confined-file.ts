import { realpathSync, statSync, type Stats } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type { LibraryPath } from "../../domain/library/library-file.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { isTemporaryFailure } from "../runtime/temporary-failure.js";
import type { DiskCalls } from "./disk-calls.js";

/** A regular file inside the library, with its real path. */
export interface ConfinedFile {
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  readonly stats: Stats;
}

/** Whether a canonical path is a canonical folder, or lies below it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether a canonical path lies in one of some canonical folders. */
export const isInAny = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => isInside(folder, path));

/**
 * Returns the regular file that a library path names now, or `undefined`. Its folder need not be one
 * of the library: another server may have stored it with a folder above or below. Only the real
 * position of the file decides.
 *
 * Links are resolved at each call, so a file that was replaced by a link out of the library since it
 * was listed is not found. Paths with `..`, absolute paths and paths with null bytes are not found
 * either, nor is a pipe or a device. The path may name something else as soon as it is returned: who
 * opens it says within which folders, and the opened file is checked again.
 *
 * @param folders the library folders, canonical
 * @throws {AudioUnavailableError} the disk does not respond now
 */
export async function findConfinedFile(
  disk: DiskCalls,
  folders: readonly string[],
  path: LibraryPath,
): Promise<ConfinedFile | undefined> {
  const named = namedPathOf(path);
  if (named === undefined) return undefined;
  try {
    const real = await disk.realpath(named);
    if (!isInAny(folders, real)) return undefined;
    return regular(real, await disk.stat(real));
  } catch (error) {
    return refused(error);
  }
}

/** Like `findConfinedFile`, while its thread waits: for threads that have nothing else to do. */
export function findConfinedFileAtOnce(
  folders: readonly string[],
  path: LibraryPath,
): ConfinedFile | undefined {
  const named = namedPathOf(path);
  if (named === undefined) return undefined;
  try {
    const real = realpathSync.native(named);
    return isInAny(folders, real) ? regular(real, statSync(real)) : undefined;
  } catch (error) {
    return refused(error);
  }
}

/** Returns the absolute path of a library path; `undefined` for one that may name something else than what lies below its folder. */
export const namedPathOf = ({ folder, relativePath }: LibraryPath): string | undefined =>
  isAbsolute(folder) && isPlain(relativePath) ? join(folder, relativePath) : undefined;

const regular = (path: string, stats: Stats): ConfinedFile | undefined =>
  stats.isFile() ? { path, stats } : undefined;

/** @throws {unknown} the disk does not respond now, or it is no error of the operating system */
function refused(error: unknown): undefined {
  if (isTemporaryFailure(error)) throw new AudioUnavailableError(error);
  if (systemCodeOf(error) === undefined) throw error;
  return undefined;
}

/** Whether a path consists of names separated by `/`, none of them empty, `.` or `..`. */
function isPlain(relativePath: string): boolean {
  if (relativePath.includes("\0") || isAbsolute(relativePath)) return false;
  return relativePath.split("/").every((name) => name !== "" && name !== "." && name !== "..");
}
