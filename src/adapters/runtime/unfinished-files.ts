import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isLeftover } from "./process-folder.js";
import { systemCodeOf } from "./system-error.js";

/** A file that is remembered. */
interface Note {
  /** The file that remembers it; its name begins with the id of the process that writes. */
  readonly at: string;
  /** The file that is written; empty where the process was killed before it made one. */
  readonly path: string;
}

/** Remembers the files that processes write among those of people, so that what killed ones have left is known, and removed. */
export class UnfinishedFiles {
  constructor(
    private readonly needs: {
      /** The folder for what is remembered, which is created when it is first needed. */
      readonly folder: string;
      /** What such files are called: nothing else is ever removed. */
      readonly name: RegExp;
    },
  ) {}

  /**
   * Remembers a file before it is made.
   *
   * @returns forgets it, once it has another name or is gone
   */
  async remember(path: string): Promise<() => Promise<void>> {
    const { folder } = this.needs;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const at = join(folder, `${process.pid}-${randomUUID()}`);
    await writeFile(at, path, { flag: "wx", mode: 0o600 });
    return () => rm(at, { force: true });
  }

  /** Returns the files that processes write now. */
  async underWay(): Promise<ReadonlySet<string>> {
    return new Set((await this.#notes("running")).map(({ path }) => path));
  }

  /**
   * Removes what processes have left that have ended since.
   *
   * @returns the removed files; one that cannot be reached now is removed by a later call
   */
  async removeLeft(): Promise<readonly string[]> {
    const removed: string[] = [];
    for (const { at, path } of await this.#notes("ended")) {
      const outcome = this.needs.name.test(basename(path)) ? await removeFile(path) : "gone";
      if (outcome === "removed") removed.push(path);
      if (outcome !== "unreachable") await rm(at, { force: true });
    }
    return removed;
  }

  async #notes(ofProcesses: "running" | "ended"): Promise<readonly Note[]> {
    const { folder } = this.needs;
    const notes: Note[] = [];
    for (const name of await readdir(folder).catch(noneWhereAbsent)) {
      const at = join(folder, name);
      const hasEnded = await isLeftover(name, at);
      if (hasEnded !== (ofProcesses === "ended")) continue;
      // Forgotten meanwhile.
      const path = await readFile(at, "utf8").catch(() => undefined);
      if (path !== undefined) notes.push({ at, path });
    }
    return notes;
  }
}

function noneWhereAbsent(error: unknown): readonly string[] {
  if (systemCodeOf(error) === "ENOENT") return [];
  throw error;
}

async function removeFile(path: string): Promise<"removed" | "gone" | "unreachable"> {
  try {
    await unlink(path);
    return "removed";
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") return "unreachable";
    const folder = await stat(dirname(path)).catch(() => undefined);
    return folder ? "gone" : "unreachable";
  }
}
