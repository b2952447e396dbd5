import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { requireFreshBuild } from "../../build/fresh-build.js";
import { offline } from "../offline.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const running = new Set<RunningProcess>();

/** The output and exit code of a finished process. */
export interface Finished {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

requireFreshBuild();

/** A process of Overtone, from `dist`. */
export class RunningProcess {
  output = "";
  errors = "";
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;

  /** @param entry the built module, e.g. "dist/main.js" */
  constructor(
    entry: string,
    args: readonly string[],
    environment: Record<string, string>,
    nodeArguments: readonly string[] = [],
  ) {
    this.#child = spawn(process.execPath, [...nodeArguments, entry, ...args], {
      cwd: root,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: process.env["HOME"] ?? "",
        ...offline,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child.stdout?.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
    this.#child.stderr?.on("data", (chunk: Buffer) => (this.errors += chunk.toString()));
    running.add(this);
    this.#exit = once(this.#child, "close").then(([code]) => {
      running.delete(this);
      return code as number | null;
    });
  }

  /** Resolves with the first match in standard output; rejects if the process ends before. */
  saying(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#having(pattern, "stdout", () => this.output);
  }

  /** Resolves with the first match in its log; rejects if the process ends before. */
  logging(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#having(pattern, "stderr", () => this.errors);
  }

  async #having(
    pattern: RegExp,
    stream: "stdout" | "stderr",
    text: () => string,
  ): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(text());
      if (match) return match;
      const ended = this.#exit.then(() => "ended" as const);
      const more = once(this.#child[stream] ?? this.#child, "data").then(() => "more" as const);
      if ((await Promise.race([ended, more])) === "ended" && !pattern.test(text())) {
        throw new Error(`The process ended without saying ${pattern.source}:\n${this.errors}`);
      }
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async finished(): Promise<Finished> {
    const exitCode = await this.#exit;
    return { exitCode, output: this.output, errors: this.errors };
  }

  /** Closes its output, like `head` after its last line. */
  closeOutput(): void {
    this.#child.stdout?.destroy();
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: "SIGINT" | "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<Finished> {
    this.#child.kill(signal);
    return this.finished();
  }
}

/** Stops the processes that a failed test left running. */
export async function stopProcesses(): Promise<void> {
  await Promise.all([...running].map((process) => process.stop("SIGKILL")));
}

/** Runs the command line to its end. */
export function overtone(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Finished> {
  return new RunningProcess("dist/cli/overtone.js", args, environment).finished();
}

/**
 * Starts the server process, and waits until it listens and its library is scanned.
 *
 * @param entry the built module
 */
export async function startServerProcess(
  environment: Record<string, string>,
  entry = "dist/main.js",
): Promise<{ readonly process: RunningProcess; readonly url: string; readonly token?: string }> {
  const server = new RunningProcess(entry, [], { PORT: "0", ...environment });
  const [, url = ""] = await server.saying(/listens at (\S+)\n[^]*Both in one request:\n.*\n/);
  await server.saying(/Library: +[0-9]+ files\n|The library is scanned/);
  const token = /ot_live_[0-9a-f]{8}_[0-9a-f]{48}/.exec(server.output)?.[0];
  return { process: server, url, ...(token !== undefined && { token }) };
}
