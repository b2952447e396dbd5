import { execFileSync } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer } from "../../src/server/server.js";
import { configFrom } from "../../src/config/config.js";
import { offline } from "../application/offline.js";
import type { BenchOptions } from "./database/bench-database.js";
import { makeLibrary } from "./library/make-library.js";
import { reportUse, runCommand } from "./library/run-command.js";

const FILES = 10_000;

/** Interval between the requests to a server that scans. */
const PROBE_MILLISECONDS = 10;

/**
 * Measures scans of a library of tagged files in mixed formats: the first one, one without changes, and a
 * server that answers while it scans. Needs `ffmpeg`, which makes the library; `--tracks` is its size.
 */
export async function benchLibrary({ tracks = FILES, folder }: BenchOptions): Promise<void> {
  execFileSync("npm", ["run", "--silent", "prestart"], { stdio: "inherit" });
  const place = folder ?? (await mkdtemp(join(tmpdir(), "overtone-library-")));
  const music = join(place, "music");
  const data = await mkdtemp(join(tmpdir(), "overtone-data-"));
  try {
    await access(music).catch(() => makeLibrary(music, tracks));
    const environment = { ...offline, DATA_DIR: data, LIBRARY_DIRS: music, LOG_LEVEL: "error" };
    console.log(`The library, ${tracks} files of mixed formats, read before:`);
    const idle = await runCommand(["library", "list"], environment);
    reportUse("command alone", idle, 0);
    reportUse("first scan", await runCommand(["scan"], environment), tracks);
    reportUse("scan without changes", await runCommand(["scan"], environment), tracks);
    await reportServer({ ...environment, DATABASE_URL: "sqlite::memory:", PORT: "0" });
  } finally {
    if (folder === undefined) await rm(place, { recursive: true });
    await rm(data, { recursive: true });
  }
}

/** Reports how quickly a server answers while it scans. */
async function reportServer(environment: Record<string, string>): Promise<void> {
  const server = await openServer(configFrom(environment));
  try {
    const milliseconds: number[] = [];
    let isScanning = true;
    const start = performance.now();
    const scan = server.services.library.scanAll().finally(() => (isScanning = false));
    while (isScanning) {
      const sentAt = performance.now();
      const response = await fetch(`${server.url}/health/live`);
      await response.arrayBuffer();
      milliseconds.push(performance.now() - sentAt);
      await new Promise((resolve) => setTimeout(resolve, PROBE_MILLISECONDS));
    }
    await scan;
    milliseconds.sort((one, other) => one - other);
    const at = (part: number): string =>
      (milliseconds[Math.floor(part * (milliseconds.length - 1))] ?? NaN).toFixed(0);
    console.log(
      `  a server while it scans for ${((performance.now() - start) / 1_000).toFixed(1)} s: ` +
        `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms of ${milliseconds.length} requests`,
    );
  } finally {
    await server.close();
  }
}
