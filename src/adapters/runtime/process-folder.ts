import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemCodeOf } from "./system-error.js";

/** A folder for the temporary files of this process only, beside those of other processes. */
export class ProcessFolder {
  readonly path: string;

  /** @param parent the folder of all processes, which is created when it is first needed */
  constructor(private readonly parent: string) {
    this.path = join(parent, `${process.pid}-${randomUUID()}`);
  }

  /** Creates the folder, which only this user may read. */
  async create(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
  }

  /** Deletes the folders of processes that ended without closing theirs. */
  async removeLeftovers(): Promise<void> {
    const names = await readdir(this.parent).catch(() => []);
    for (const name of names) {
      const path = join(this.parent, name);
      if (await isLeftover(name, path)) await removeFolder(path);
    }
  }

  /** Deletes the folder and its files. What cannot be deleted now is deleted by the next start. */
  async close(): Promise<void> {
    await removeFolder(this.path);
  }
}

/**
 * Returns whether a folder or file, whose name begins with the id of a process, belongs to one that has ended, perhaps one that had
 * the id of this process.
 */
export async function isLeftover(name: string, path: string): Promise<boolean> {
  const pid = Number(/^([0-9]+)-/.exec(name)?.[1]);
  if (!Number.isInteger(pid)) return false;
  if (pid !== process.pid) return !isRunning(pid);
  const startedAt = Date.now() - process.uptime() * 1000;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < startedAt;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === "EPERM";
  }
}

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}
