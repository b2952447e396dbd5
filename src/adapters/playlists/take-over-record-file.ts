import { readFile, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { z } from "zod";
import type { PlaylistFileRecord } from "../../ports/playlists/playlist-file-record.js";
import { systemCodeOf } from "../runtime/system-error.js";

/** The files by path. */
const recordShape = z.record(
  z.string(),
  z.object({ playlist: z.string(), fileName: z.string(), digests: z.array(z.string()) }),
);

/**
 * Copies the record of written playlists from a file of `DATA_DIR`, where each machine kept it before the database did, and
 * removes the file. A damaged file is removed without being copied.
 *
 * @param path absolute; mostly, there is no file
 */
export async function takeOverRecordFile(path: string, record: PlaylistFileRecord): Promise<void> {
  const text = await textAt(path);
  if (text === undefined) return;
  for (const [written, { playlist: id, fileName, digests }] of Object.entries(filesFrom(text))) {
    const file = { id, fileName, folder: dirname(written), name: basename(written) };
    if (digests.length > 0) await record.note(file, digests);
  }
  await rm(path, { force: true });
}

function filesFrom(text: string): z.infer<typeof recordShape> {
  try {
    return recordShape.safeParse(JSON.parse(text)).data ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
