import type { Stats } from "node:fs";
import { fileStateFrom } from "../decoder/file-state-from.js";
import type { FileState } from "../../domain/library/file-state.js";

/** Returns the state of a file, and its number in its file system. */
export function fileStatsFrom(stats: Stats): FileState & { readonly inode: number } {
  return { ...fileStateFrom(stats), inode: stats.ino };
}
