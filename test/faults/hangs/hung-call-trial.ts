import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { RunningProcess } from "../../application/processes/running-process.js";
import { addToLibrary, madeTrack } from "../music.js";
import { hangingOnce } from "./hang-layer.js";
import type { FileCall } from "./outside-calls.js";

/** Within this time, a line of the log says that something does not respond. */
const LINE_MILLISECONDS = 60_000;

/** How long is waited in a trial. */
export interface TrialLimits {
  /** Until the server makes the call, milliseconds. */
  readonly reach: number;
  /** After its scan, in which it analyses a file and writes a playlist, milliseconds. */
  readonly afterScan: number;
  /** Until it has ended after SIGTERM, milliseconds. */
  readonly end: number;
}

/** What the limit of one call to a disk is in a trial. */
const DISK_TIMEOUT_MS = "1000";

/** What came of a call that never returned. */
export interface HungCall {
  /** Whether the server made the call at all. */
  readonly isReached: boolean;
  /** Of `/health/live` while it hung, milliseconds. */
  readonly slowestHealth: number;
  /** What went wrong. */
  readonly problems: readonly string[];
}

/** A library with a written playlist, of which each trial has a copy. */
export class HungCallTrials {
  private constructor(
    private readonly folder: string,
    private readonly limits: TrialLimits,
    private readonly imports: readonly string[],
  ) {}

  /** @param imports arguments by which Node.js loads modules first */
  static async prepare(
    folder: string,
    limits: TrialLimits,
    imports: readonly string[] = [],
  ): Promise<HungCallTrials> {
    const trials = new HungCallTrials(folder, limits, imports);
    const whole = join(folder, "whole");
    await addToLibrary(join(whole, "music"), [madeTrack(1), madeTrack(2)]);
    await mkdir(join(whole, "lists"));
    for (const args of [
      ["scan", "--analyze"],
      ["playlist", "create", "Calm", "--write"],
    ]) {
      const command = trials.#command(args, whole);
      const { exitCode, errors } = await command.finished();
      if (exitCode !== 0) throw new Error(`overtone ${args.join(" ")} failed: ${errors}`);
    }
    return trials;
  }

  /** Starts a server of which one call never returns, lets it work, and stops it. */
  async try(fileCall: FileCall): Promise<HungCall> {
    const { call, isOfHandle, place } = fileCall;
    const folder = join(this.folder, `${place}-${call}${isOfHandle ? "-of-handle" : ""}`);
    await cp(join(this.folder, "whole"), folder, { recursive: true, preserveTimestamps: true });
    await addToLibrary(join(folder, "music"), [madeTrack(3)]);
    const [pipe, marker] = [join(folder, "pipe"), join(folder, "hung")];
    execFileSync("env", ["mkfifo", pipe]);
    const hanging = hangingOnce(fileCall, { folder: join(folder, place), pipe, marker });
    const server = this.#server(folder, hanging);
    return tried(server, marker, this.limits);
  }

  #server(folder: string, hanging: string): RunningProcess {
    const imports = [...this.imports, "--import", hanging];
    return new RunningProcess("dist/main.js", [], this.#environmentIn(folder), imports);
  }

  #command(args: readonly string[], folder: string): RunningProcess {
    return new RunningProcess("dist/cli/overtone.js", args, this.#environmentIn(folder));
  }

  #environmentIn(folder: string): Record<string, string> {
    return {
      ...{ PORT: "0", LOG_LEVEL: "info", DISK_TIMEOUT_MS, ANALYSIS_WAIT_MS: "1000" },
      ...{ DATA_DIR: join(folder, "data"), LIBRARY_DIRS: join(folder, "music") },
      PLAYLIST_DIR: join(folder, "lists"),
    };
  }
}

async function tried(
  server: RunningProcess,
  marker: string,
  limits: TrialLimits,
): Promise<HungCall> {
  const problems: string[] = [];
  let slowestHealth = 0;
  const address = await Promise.race([
    server.saying(/listens at (\S+)\n/).catch(() => undefined),
    pause(LINE_MILLISECONDS).then(() => undefined),
  ]);
  const url = address?.[1];
  let until = performance.now() + limits.reach;
  let isScanned = false;
  while (!existsSync(marker) && performance.now() < until) {
    if (!isScanned && /Library scanned/.test(server.errors)) {
      isScanned = true;
      until = Math.min(until, performance.now() + limits.afterScan);
    }
    await pause(100);
  }
  const isReached = existsSync(marker);
  if (isReached && url !== undefined) {
    const lineUntil = performance.now() + LINE_MILLISECONDS;
    while (!isLogged(server) && performance.now() < lineUntil) {
      const asked = performance.now();
      const { status } = await fetch(`${url}/health/live`);
      if (status !== 200) problems.push(`/health/live was answered ${status}`);
      slowestHealth = Math.max(slowestHealth, performance.now() - asked);
      await pause(100);
    }
    if (!isLogged(server)) problems.push("no line of the log within 60 s");
  }
  if (url === undefined && !isLogged(server)) problems.push("it neither listens nor says why");
  const ended = server.stop().then(() => true);
  const isEnded = await Promise.race([ended, pause(limits.end).then(() => false)]);
  if (!isEnded) {
    problems.push(`it has not ended ${limits.end / 1000} s after SIGTERM`);
    await server.stop("SIGKILL");
  }
  return { isReached, slowestHealth, problems };
}

/** Whether a line says that something hangs. */
const isLogged = ({ errors }: RunningProcess): boolean =>
  /"level":"?(warn|error|fatal|40|50|60)|does not respond|Error/i.test(errors);
