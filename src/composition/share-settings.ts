import { mkdir } from "node:fs/promises";
import { Readable } from "node:stream";
import { writeWholeFile } from "../adapters/runtime/whole-file.js";
import type { Config } from "../config/config.js";
import { sharedSettingsFile } from "../config/shared-settings.js";
import { IN_MEMORY } from "../domain/operations/database-name.js";

/**
 * Notes what a server was started with, for the commands that are run beside it. Only its owner may read it.
 *
 * @throws {Error} the file cannot be written
 */
export async function shareSettings({ storage, shared }: Config): Promise<void> {
  // Commands have no part in a database in memory.
  if (storage.databaseUrl === IN_MEMORY) return;
  const { path, text } = sharedSettingsFile(storage.dataFolder, shared);
  await mkdir(storage.dataFolder, { recursive: true });
  await writeWholeFile(path, Readable.from([Buffer.from(text)]), { mode: 0o600 });
}
