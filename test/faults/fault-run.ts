import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunOptions } from "./options.js";

/** One run of the harness: what was asked for, and what it must clear away. */
export class FaultRun {
  readonly #folders: string[] = [];

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

  async close(): Promise<void> {
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds since a time of `performance.now()`. */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
