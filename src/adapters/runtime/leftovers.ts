import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Age after which a temporary file was left by a process that has ended, milliseconds. */
const MAX_AGE_MILLISECONDS = 6 * 3_600_000;

/**
 * Removes the temporary files in a folder that processes left when they were interrupted long ago.
 *
 * @param isTheirs returns whether a name is that of such a file, and of nothing else
 */
export async function removeLeftovers(
  folder: string,
  isTheirs: (name: string) => boolean,
): Promise<void> {
  for (const found of await readdir(folder)) {
    if (!isTheirs(found)) continue;
    const path = join(folder, found);
    const stats = await stat(path).catch(() => undefined);
    const isOld = stats && Date.now() - stats.mtimeMs > MAX_AGE_MILLISECONDS;
    if (isOld) await rm(path, { force: true });
  }
}
