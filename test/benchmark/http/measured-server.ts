import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";

const reporter = new URL("report-processor-time.js", import.meta.url).href;

/** A server in a process of its own, whose processor time can be read. */
export class MeasuredServer {
  readonly #child: ChildProcess;

  /**
   * @param needs.program the file to run; TypeScript where `nodeArguments` load it
   * @param needs.environment added to that of this process
   */
  constructor(needs: {
    readonly program: URL;
    readonly programArguments?: readonly string[];
    readonly nodeArguments?: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
  }) {
    this.#child = fork(fileURLToPath(needs.program), needs.programArguments ?? [], {
      execArgv: [...(needs.nodeArguments ?? []), "--import", reporter],
      // As in production, where a line per request is logged.
      stdio: ["ignore", "pipe", "ignore", "ipc"],
      env: { ...process.env, NODE_ENV: "production", ...needs.environment },
    });
  }

  /**
   * Reads the standard output up to the first text that has a match of each pattern.
   *
   * @returns the matches, in the order of the patterns
   *
   * @throws {Error} the process ends before
   */
  async saying(...patterns: readonly RegExp[]): Promise<readonly string[]> {
    const { stdout } = this.#child;
    if (stdout === null) throw new Error("The output of the server is not read.");
    let output = "";
    for await (const line of createInterface({ input: stdout })) {
      output += `${line}\n`;
      const matches = patterns.map((pattern) => pattern.exec(output)?.[0]);
      if (matches.every((match) => match !== undefined)) {
        stdout.resume();
        return matches;
      }
    }
    throw new Error(`A server ended before it listened. Its output:\n${output}`);
  }

  /** Returns the processor time of the process so far, microseconds. */
  processorTime(): Promise<number> {
    return this.#ask("processor time");
  }

  /** Returns the maximum resident memory of the process so far, kilobytes. */
  maximumMemory(): Promise<number> {
    return this.#ask("maximum memory");
  }

  async #ask(wanted: string): Promise<number> {
    this.#child.send(wanted);
    const [number] = (await once(this.#child, "message")) as [number];
    return number;
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exit = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await exit;
  }
}
