import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** The file system in memory that Linux has. */
const MEMORY = "/dev/shm";

/** What `statfs` calls a file system in memory. */
const TMPFS = 0x01021994;

/** How much has to be free in it: a run of all tests keeps at most about 1 GB at a time. */
const FREE_BYTES = 4 * 2 ** 30;

const PREFIX = "overtone-tests-";

let made: string | undefined;

/**
 * Makes a folder in memory for all temporary files of this run, where the system has room for it: most of
 * the time of tests that store is spent in waiting for the disk. A `TMPDIR` that is set is left as it is.
 *
 * @param environment of this process, whose `TMPDIR` becomes the folder; threads and processes get it from here
 */
export function makeTemporaryFolder(environment = process.env): void {
  if (environment["TMPDIR"] !== undefined || !hasRoom()) return;
  removeFoldersOfEndedRuns();
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // As `/tmp` is: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  environment["TMPDIR"] = folder;
  made = folder;
}

/** Removes the folder of this run, with whatever tests have left in it. */
export function removeTemporaryFolder(): void {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
}

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= FREE_BYTES;
  } catch {
    return false;
  }
}

/** A run that was killed has left its folder. */
function removeFoldersOfEndedRuns(): void {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(PREFIX) || isRunning(Number(name.slice(PREFIX.length)))) continue;
    rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
