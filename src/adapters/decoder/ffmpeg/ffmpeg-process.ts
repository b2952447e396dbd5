import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";

/** What one ffmpeg may take of the machine. */
export interface FfmpegLimits {
  /** Processor time, seconds; ffmpeg has the operating system end it there. */
  readonly cpuSeconds: number;
  /** How long it may leave us waiting for output, or for its end, milliseconds. */
  readonly silenceMilliseconds: number;
  /** Address space, KiB. Where the operating system has no such limit, single allocations are bounded. */
  readonly memoryKibibytes: number;
}

export const defaultFfmpegLimits: FfmpegLimits = {
  cpuSeconds: 1_080,
  silenceMilliseconds: 60_000,
  // An ffmpeg that decodes AAC, Opus or DSD on one thread lives in 200 to 300 MiB of address space.
  memoryKibibytes: 1024 * 1024,
};

/** What ffmpeg says is kept up to here: the description of the input, and the first complaints. */
const maxReportCharacters = 16 * 1024;

/** Largest single allocation inside ffmpeg, bytes. */
const maxAllocationBytes = 256 * 1024 * 1024;

/**
 * Lowers the memory limit of the shell, which then becomes ffmpeg. A shell that cannot lower it
 * (macOS ignores it) goes on without.
 */
const limitedShellScript = 'ulimit -v "$0" 2>/dev/null; exec "$@"';

/** The status of a shell whose `exec` finds no such program. */
const notFoundExitCode = 127;

/**
 * One run of ffmpeg, bounded in processor time, in memory, and in how long it may stay silent.
 *
 * The processor time and the memory are limits of the operating system, so that they hold even
 * when the thread that started ffmpeg has been ended; its pipe is closed then, too.
 */
export class FfmpegProcess {
  /** What it writes on standard output. */
  readonly output: Readable;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<void>;
  readonly #limits: FfmpegLimits;
  #report = "";

  /**
   * @param start.container what its input is called in the sentence of an error
   * @param start.stdin where its standard input comes from: nowhere, or an open file
   */
  constructor(start: {
    readonly command: string;
    readonly arguments: readonly string[];
    readonly stdin: "ignore" | number;
    readonly container: string;
    readonly limits: FfmpegLimits;
  }) {
    this.#limits = start.limits;
    const [command, ...args] = limitedCommand(start);
    this.#child = spawn(command, args, {
      stdio: [start.stdin, "pipe", "pipe"],
    }) as ChildProcessByStdio<null, Readable, Readable>;
    this.output = this.#child.stdout;
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (this.#report.length < maxReportCharacters) this.#report += text;
    });
    this.#ended = this.#endOf(start.container);
    // It may end in an error long before anyone waits for it.
    this.#ended.catch(() => undefined);
  }

  /** What it has said on standard error so far, the first 16 Ki characters and a little more. */
  get report(): string {
    return this.#report;
  }

  /** Whether it has written all that it will write, and we have read it. */
  get hasOutputEnded(): boolean {
    return this.output.readableEnded || this.output.errored !== null;
  }

  /**
   * Resolves when it has ended well. Its output must have been read to its end before, or its pipe stays full.
   *
   * @throws {AudioUndecodableError} it failed, is not installed, or does not end
   */
  whenEnded(): Promise<void> {
    return this.withinTimeout(this.#ended);
  }

  /**
   * What a step gives that waits for ffmpeg.
   *
   * @throws {AudioUndecodableError} it takes longer than ffmpeg may stay silent
   */
  async withinTimeout<Result>(step: Promise<Result>): Promise<Result> {
    const { silenceMilliseconds } = this.#limits;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const seconds = silenceMilliseconds / 1000;
        reject(new AudioUndecodableError(`ffmpeg has made no progress for ${seconds} s`));
      }, silenceMilliseconds);
    });
    try {
      return await Promise.race([step, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends it at once, whatever it does, and reads no more of it. */
  kill(): void {
    this.#child.kill("SIGKILL");
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  #endOf(container: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const missing = `${container} needs ffmpeg, which is not installed`;
      this.#child.once("error", (error) => {
        const isMissing = "code" in error && error.code === "ENOENT";
        const reason = isMissing ? missing : "ffmpeg cannot be started";
        reject(new AudioUndecodableError(reason, error));
      });
      this.#child.once("close", (exitCode) => {
        if (exitCode === 0) return resolve();
        const report = this.#report;
        const cause = new Error(`ffmpeg ended with ${String(exitCode)}: ${report}`);
        const refusal = report.includes("matches no streams")
          ? "there is no sound in it"
          : `ffmpeg cannot read this ${container} file`;
        const reason = exitCode === notFoundExitCode ? missing : refusal;
        reject(new AudioUndecodableError(reason, cause));
      });
    });
  }
}

/** Program and arguments that start ffmpeg under its limits. */
function limitedCommand(start: {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly limits: FfmpegLimits;
}): readonly [string, ...string[]] {
  const { cpuSeconds, memoryKibibytes } = start.limits;
  const limits = ["-timelimit", String(cpuSeconds), "-max_alloc", String(maxAllocationBytes)];
  const ffmpeg = [start.command, ...limits, ...start.arguments] as const;
  if (process.platform === "win32") return ffmpeg;
  return ["/bin/sh", "-c", limitedShellScript, String(memoryKibibytes), ...ffmpeg];
}
