import type { Stats } from "node:fs";
import type { FileState } from "../../domain/library/file-state.js";

/** Returns the state of a file, and its number in its file system. */
export function fileStatsFrom(stats: Stats): FileState & { readonly inode: number } {
  return {
    sizeBytes: stats.size,
    modifiedAt: Math.trunc(stats.mtimeMs),
    changedAt: Math.trunc(stats.ctimeMs),
    inode: stats.ino,
  };
}
