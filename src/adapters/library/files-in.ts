import type { Dirent } from "node:fs";
import type { DiskCalls } from "../files/disk-calls.js";
import { systemCodeOf } from "../runtime/system-error.js";

/** Returns the files and links in a directory; none where it cannot be read now. */
export async function filesIn(disk: DiskCalls, directory: string): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of disk.list(directory)) {
      if (entry.isFile() || entry.isSymbolicLink()) entries.push(entry);
    }
  } catch (error) {
    if (systemCodeOf(error) === undefined) throw error;
  }
  return entries;
}
