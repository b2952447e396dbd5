import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { removeLeftovers } from "./leftovers.js";
import { systemCodeOf } from "./system-error.js";

/** What files are called until they are complete. */
const PART_NAME = /^\.overtone-[0-9a-f-]{36}\.part$/;

/** What systems and disks say on which a file has one name. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/**
 * Writes to what a person has named, or to where a link of that name leads: a pipe or a device is written to directly,
 * which waits for its reader; anything else is written as a whole. A link that leads nowhere is replaced.
 *
 * @throws as `writeWholeFile`
 */
export async function writeOutput(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  if (await isSpecial(path)) await pipeline(content, createWriteStream(path));
  else await writeWholeFile(await endOf(path), content);
}

/**
 * Writes a file beside its place, and moves it there when it is complete and on disk: a reader, and a
 * crash, finds the file before or after.
 *
 * @param options.mode its permissions; by default those that the system gives
 * @throws the failure of the content or of the operating system; the file is then as before
 */
export async function writeWholeFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
  { mode }: { readonly mode?: number } = {},
): Promise<void> {
  await writePart(path, content, { mode, place: (part) => rename(part, path) });
}

/**
 * Writes a new file as `writeWholeFile` does, and replaces nothing. Returns `false` where something has the name, be it a link,
 * a folder or a pipe.
 *
 * @throws as `writeWholeFile`; there is no file then
 */
export async function addWholeFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  try {
    await writePart(path, content, {
      place: async (part) => {
        await addName(part, path);
        await rm(part, { force: true });
      },
    });
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes the unfinished files in a folder, and the second names of finished ones, that processes left when they were interrupted
 * hours ago. Whoever writes a file there does it as well.
 *
 * @throws the failure of the operating system, where the folder is not there
 */
export const removeUnfinishedFiles = (folder: string): Promise<void> =>
  removeLeftovers(folder, (name) => PART_NAME.test(name));

/** Writes a file beside a place, and removes it where it does not get there. */
async function writePart(
  path: string,
  content: AsyncIterable<Uint8Array>,
  {
    mode,
    place,
  }: {
    readonly mode?: number | undefined;
    readonly place: (part: string) => Promise<void>;
  },
): Promise<void> {
  await removeUnfinishedFiles(dirname(path));
  const part = join(dirname(path), `.overtone-${randomUUID()}.part`);
  try {
    // Opened before: a stream that opens by itself may do it after its content has failed, and the file would stay.
    const file = await open(part, "wx", mode);
    await pipeline(content, file.createWriteStream({ flush: true }));
    await place(part);
  } catch (failure) {
    await rm(part, { force: true });
    throw failure;
  }
}

/** Gives a complete file its name, which must be free. Where a file cannot have two names, it is made empty first. */
async function addName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (!NO_LINKS.includes(systemCodeOf(error) ?? "")) throw error;
    await (await open(path, "wx")).close();
    await rename(part, path);
  }
}

/** Returns where the links of a path lead; the path itself where nothing is there. */
async function endOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCodeOf(error) === undefined) throw error;
    return path;
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
