import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import type { FaultServer } from "../fault-server.js";
import type { FaultTrial } from "./fault-trial.js";

const FILES = 200_000;

/** Files that are added, and others that are removed, after the first scan. */
const CHANGES = 5;

const SCAN_MILLISECONDS = 20 * 60_000;
const NOTICE_MILLISECONDS = 120_000;

/**
 * Resident memory of the server, at most. One with a small library needs about 200. With 200,000
 * files, 100 to 200 more are in use; the rest, up to 350, is garbage that V8 has not collected yet.
 */
const MAX_MEBIBYTES = 900;

/** Limit of the duration of `/health/live` while the server scans, 99th percentile. */
const MAX_P99_MILLISECONDS = 250;

/** Scans 200,000 tagged files of one folder, and notices changes of it. */
export async function largeFolder(trial: FaultTrial): Promise<void> {
  const folder = await trial.run.folder();
  const music = join(folder, "music");
  await mkdir(music);
  trial.atEnd(() => rm(music, { recursive: true }));
  for (let number = 0; number < FILES && !trial.run.signal.aborted; number += 1) {
    await addFile(music, number);
  }
  const library = { LIBRARY_DIRS: music, LIBRARY_ANALYSIS: "off", LIBRARY_WATCH: "on" };
  const server = await trial.start({ DATA_DIR: join(folder, "data"), ...library });
  await expectFiles(trial, { server, files: FILES, within: SCAN_MILLISECONDS });

  for (let number = 0; number < CHANGES; number += 1) {
    await addFile(music, FILES + number);
    await rm(join(music, `${number}.aiff`));
  }
  await addFile(music, FILES + CHANGES);
  await expectFiles(trial, { server, files: FILES + 1, within: NOTICE_MILLISECONDS });

  const memory = await peakMebibytes(server);
  trial.run.note(`faults: large folder: ${memory.toFixed(0)} MiB at most`);
  trial.check(memory < MAX_MEBIBYTES, `the server took ${memory.toFixed(0)} MiB`);
  const { p99 = 0 } = trial.probe.liveness ?? {};
  trial.check(p99 < MAX_P99_MILLISECONDS, `/health/live took ${p99.toFixed(0)} ms (p99)`);
}

/** Writes a file of its own audio and title. */
async function addFile(music: string, number: number): Promise<void> {
  const tags = { TPE1: `Artist ${number % 5_000}`, TIT2: `Song ${number}` };
  await writeFile(join(music, `${number}.aiff`), taggedAiff(tags, undefined, number));
}

interface Expected {
  readonly server: FaultServer;
  readonly files: number;
  /** Milliseconds. */
  readonly within: number;
}

/** Waits until the library has this number of files. */
async function expectFiles(trial: FaultTrial, { server, files, within }: Expected): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const { data } = await server.ask("/api/audio/library");
    const found = (data as { readonly files?: number }).files;
    const seconds = (performance.now() - startedAt) / 1_000;
    if (found === files) {
      trial.run.note(`faults: large folder: ${files} files after ${seconds.toFixed(0)} s`);
      return;
    }
    if (seconds * 1_000 > within || trial.run.signal.aborted) {
      trial.problems.push(`the library has ${found} files instead of ${files}`);
      return;
    }
    await pause(2_000);
  }
}

/** Returns the largest resident memory of a server so far. */
async function peakMebibytes(server: FaultServer): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+)/mu.exec(status)?.[1]) / 1_024;
}
