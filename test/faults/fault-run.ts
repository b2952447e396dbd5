import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "esbuild";
import type { RunOptions } from "./options.js";

/** A module that collects garbage on a signal, before memory is measured. */
const collectWhenTold = 'process.on("SIGUSR2", () => globalThis.gc?.());';

/** One run of the harness: its options, and the folders that it removes at its end. */
export class FaultRun {
  readonly #folders: string[] = [];
  #guardUrl: string | undefined;

  constructor(
    readonly options: RunOptions,
    /** Aborted when the run is to stop: parts end early, and return their results so far. */
    readonly signal: AbortSignal,
  ) {}

  /** Prints the progress, separately from the table. */
  note(text: string): void {
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
  }

  /** A folder that is removed at the end of the run. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "overtone-faults-"));
    this.#folders.push(folder);
    return folder;
  }

  /** Returns the URL of the tests' network guard as JavaScript, which built servers load first. */
  async guardUrl(): Promise<string> {
    if (this.#guardUrl === undefined) {
      const source = await readFile(new URL("../setup.ts", import.meta.url), "utf8");
      const { code } = await transform(source, { loader: "ts", format: "esm", target: "es2022" });
      const path = join(await this.folder(), "guard.mjs");
      await writeFile(path, `${code}\n${collectWhenTold}`);
      this.#guardUrl = pathToFileURL(path).href;
    }
    return this.#guardUrl;
  }

  /** Returns the arguments by which Node.js loads the guard, and further modules after it. */
  async importsOf(preloads: readonly string[] = []): Promise<readonly string[]> {
    return [await this.guardUrl(), ...preloads].flatMap((url) => ["--import", url]);
  }

  async close(): Promise<void> {
    for (const folder of this.#folders) {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

/** Seconds since a time of `performance.now()`. */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
