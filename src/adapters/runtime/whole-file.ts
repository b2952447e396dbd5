import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { removeLeftovers } from "./leftovers.js";
import { systemCodeOf } from "./system-error.js";

/** What files are called until they are complete. */
const PART_NAME = /^\.overtone-[0-9a-f-]{36}\.part$/;

/**
 * Writes to what a person has named: a pipe or a device is written to directly, which waits for its reader;
 * anything else is written as a whole.
 *
 * @throws as `writeWholeFile`
 */
export async function writeOutput(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  if (await isSpecial(path)) await pipeline(content, createWriteStream(path));
  else await writeWholeFile(path, content);
}

/**
 * Writes a file beside its place, and moves it there when it is complete and on disk: a reader, and a
 * crash, finds the file before or after.
 *
 * @throws the failure of the content or of the operating system; the file is then as before
 */
export async function writeWholeFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  await removeLeftovers(dirname(path), PART_NAME);
  const part = join(dirname(path), `.overtone-${randomUUID()}.part`);
  try {
    // Opened before: a stream that opens by itself may do it after its content has failed, and the file would stay.
    const file = await open(part, "wx");
    await pipeline(content, file.createWriteStream({ flush: true }));
    await rename(part, path);
  } catch (failure) {
    await rm(part, { force: true });
    throw failure;
  }
}

/** Whether something exists at a path that is neither a file nor a folder. */
async function isSpecial(path: string): Promise<boolean> {
  try {
    const stats = await stat(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch (error) {
    if (systemCodeOf(error) === undefined) throw error;
    return false;
  }
}
