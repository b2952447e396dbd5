import type { Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type { LibraryPath } from "../../domain/track/library-file.js";
import { isTemporaryFailure } from "../decoder/temporary-failure.js";

/** A regular file inside the library, as it really is. */
export interface ConfinedFile {
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  readonly stats: Stats;
}

/** Whether a canonical path is a canonical folder, or lies below it. */
export function isInside(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/**
 * The regular file that a library path names right now, or `undefined`. Its folder need not be one
 * of the library: another server may have stored it by a folder above or below, and only where the
 * file really is decides.
 *
 * Links are resolved at the moment of asking, so a file that has been replaced by a link out of
 * the library since it was listed is not found. Neither is a path that climbs, is absolute
 * or holds null bytes; nor a pipe or a device, which
 * would block its reader.
 *
 * @param folders the library folders, canonical
 * @throws {AudioUnavailableError} the disk does not answer now
 */
export async function findConfinedFile(
  folders: readonly string[],
  { folder, relativePath }: LibraryPath,
): Promise<ConfinedFile | undefined> {
  if (!isAbsolute(folder) || !isPlain(relativePath)) return undefined;
  try {
    const path = await realpath(join(folder, relativePath));
    if (!folders.some((one) => isInside(one, path))) return undefined;
    const stats = await stat(path);
    return stats.isFile() ? { path, stats } : undefined;
  } catch (error) {
    if (isTemporaryFailure(error)) throw new AudioUnavailableError(error);
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

/** Names apart by `/`, none of them empty or a way up. */
function isPlain(relativePath: string): boolean {
  if (relativePath.includes("\0") || isAbsolute(relativePath)) return false;
  return relativePath.split("/").every((name) => name !== "" && name !== "." && name !== "..");
}

/** Whether the operating system refused, as it does for files that are gone or locked away. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === "object" && error !== null && "syscall" in error;
}
