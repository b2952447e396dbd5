import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

import { systemCodeOf } from "../../runtime/system-error.js";
import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";

/** Resource limits of one ffmpeg process. */
export interface FfmpegLimits {
  /** Maximum processor time, seconds; the operating system ends the process then. */
  readonly cpuSeconds: number;
  /** Maximum wait for output, or for its end, milliseconds. */
  readonly silenceMilliseconds: number;
  /** Maximum address space, KiB. Where the operating system has no such limit, only single allocations are bounded. */
  readonly memoryKibibytes: number;
}

/** The limits of a process where none are given. */
export const defaultFfmpegLimits: FfmpegLimits = {
  cpuSeconds: 1_080,
  silenceMilliseconds: 60_000,
  // An ffmpeg that decodes AAC, Opus or DSD on one thread needs 200 to 300 MiB of address space.
  memoryKibibytes: 1024 * 1024,
};

/** Maximum length of ffmpeg's messages that is kept: the description of the input, and the first errors. */
const MAX_REPORT_CHARACTERS = 16 * 1024;

/** Maximum size of a single allocation inside ffmpeg, bytes. */
const MAX_ALLOCATION_BYTES = 256 * 1024 * 1024;

/**
 * Lowers the memory limit of the shell, which is then replaced by ffmpeg. A shell that cannot lower
 * it (macOS ignores it) continues without.
 */
const LIMITED_SHELL_SCRIPT = 'ulimit -v "$0" 2>/dev/null; exec "$@"';

/** Exit status of a shell whose `exec` finds no such program. */
const NOT_FOUND_EXIT_CODE = 127;

/**
 * One run of ffmpeg, with limits of processor time, memory, and time without output.
 *
 * Processor time and memory are limited by the operating system, so that the limits hold even when
 * the thread that started ffmpeg has ended; then its pipe is closed, too.
 */
export class FfmpegProcess {
  /** Its standard output. */
  readonly output: Readable;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #ended: Promise<void>;
  readonly #limits: FfmpegLimits;
  #report = "";

  /**
   * @param start.container name of its input in error messages
   * @param start.stdin its standard input: none, or an open file
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
      if (this.#report.length < MAX_REPORT_CHARACTERS) this.#report += text;
    });
    this.#ended = this.#endOf(start.container);
    // It may end with an error before anything awaits its end.
    this.#ended.catch(() => undefined);
  }

  /** Its standard error so far, the first 16 Ki characters and a little more. */
  get report(): string {
    return this.#report;
  }

  /** Whether all of its output has been read. */
  get hasOutputEnded(): boolean {
    return this.output.readableEnded || this.output.errored !== null;
  }

  /**
   * Resolves when it has ended without error. Its output must be read to its end before, because a full
   * pipe stops it.
   *
   * @throws {AudioUndecodableError} it failed, is not installed, or does not end
   */
  whenEnded(): Promise<void> {
    return this.withinTimeout(this.#ended);
  }

  /**
   * Returns the result of a step that waits for ffmpeg.
   *
   * @throws {AudioUndecodableError} the step exceeded the maximum wait
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

  /** Ends it at once, and closes its output. */
  kill(): void {
    this.#child.kill("SIGKILL");
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  #endOf(container: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const missing = `${container} needs ffmpeg, which is not installed`;
      this.#child.once("error", (error) => {
        const isMissing = systemCodeOf(error) === "ENOENT";
        const reason = isMissing ? missing : "ffmpeg cannot be started";
        reject(new AudioUndecodableError(reason, error));
      });
      this.#child.once("close", (exitCode) => {
        if (exitCode === 0) return resolve();
        const report = this.#report;
        const cause = new Error(`ffmpeg ended with ${String(exitCode)}: ${report}`);
        const refusal = report.includes("matches no streams")
          ? "it contains no audio"
          : `ffmpeg cannot read this ${container} file`;
        const reason = exitCode === NOT_FOUND_EXIT_CODE ? missing : refusal;
        reject(new AudioUndecodableError(reason, cause));
      });
    });
  }
}

/** Returns the program and arguments that start ffmpeg with its limits. */
function limitedCommand(start: {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly limits: FfmpegLimits;
}): readonly [string, ...string[]] {
  const { cpuSeconds, memoryKibibytes } = start.limits;
  const limits = ["-timelimit", String(cpuSeconds), "-max_alloc", String(MAX_ALLOCATION_BYTES)];
  const ffmpeg = [start.command, ...limits, ...start.arguments] as const;
  if (process.platform === "win32") return ffmpeg;
  return ["/bin/sh", "-c", LIMITED_SHELL_SCRIPT, String(memoryKibibytes), ...ffmpeg];
}
