import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Files by their path below a folder, with `/` between names. */
export type FolderContent = Readonly<Record<string, Uint8Array | string>>;

const made: string[] = [];

/** Creates a folder with these files; returns its canonical path. */
export async function musicFolder(content: FolderContent = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "overtone-library-")));
  made.push(folder);
  for (const [path, bytes] of Object.entries(content)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return folder;
}

/** Removes all of these folders. */
export async function removeMusicFolders(): Promise<void> {
  const folders = made.splice(0);
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}
