import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "@swc/core";
import type { RunOptions } from "./options.js";

/** Lets garbage be collected before memory is read. */
const collectWhenTold = 'process.on("SIGUSR2", () => globalThis.gc?.());';

/** One run of the harness: what was asked for, and what it must clear away. */
export class FaultRun {
  readonly #folders: string[] = [];
  #guardUrl: string | undefined;

  constructor(
    readonly options: RunOptions,
    /** Aborted when the run is to stop: parts end early, and say what they have. */
    readonly signal: AbortSignal,
  ) {}

  /** Says how far it is, beside the table. */
  note(text: string): void {
    process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
  }

  /** A folder that is removed at the end of the run. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "overtone-faults-"));
    this.#folders.push(folder);
    return folder;
  }

  /** The tests' network guard as JavaScript, which servers as built load before anything else. */
  async guardUrl(): Promise<string> {
    if (this.#guardUrl === undefined) {
      const source = await readFile(new URL("../setup.ts", import.meta.url), "utf8");
      const { code } = await transform(source, {
        jsc: { target: "es2022", parser: { syntax: "typescript" } },
        module: { type: "es6" },
      });
      const path = join(await this.folder(), "guard.mjs");
      await writeFile(path, `${code}\n${collectWhenTold}`);
      this.#guardUrl = pathToFileURL(path).href;
    }
    return this.#guardUrl;
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
