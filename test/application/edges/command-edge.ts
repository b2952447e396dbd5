import { CommanderError } from "commander";
import type { CommandContext } from "../../../src/cli/command-context.js";
import { exitCodes, failureReportFrom } from "../../../src/cli/failure-report.js";
import { programFor } from "../../../src/cli/program.js";
import type { Caller, Edge, EdgeAnswer } from "./edge.js";

const NEVER = new AbortController().signal;

/** Runs a command on the services of a server, in this process; returns what it printed, or its exit code and reason. */
async function run(
  { services }: Caller,
  words: readonly string[],
): Promise<readonly string[] | string> {
  const lines: string[] = [];
  const context = {
    withServices: (use: (given: typeof services) => Promise<void>) => use(services),
    print: (...printed: readonly string[]) => void lines.push(...printed),
    printError: () => undefined,
    signal: NEVER,
    send: async (content: AsyncIterable<Uint8Array>) => {
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      lines.push(...Buffer.concat(parts).toString().trimEnd().split("\n"));
    },
  } as unknown as CommandContext;
  try {
    const program = programFor(context).configureOutput({ writeErr: () => undefined });
    await program.parseAsync(words, { from: "user" });
    return lines;
  } catch (error) {
    if (error instanceof CommanderError) return `exit ${exitCodes.usage}`;
    const { code, exitCode } = failureReportFrom(error);
    return `exit ${exitCode} ${code}`;
  }
}

const EXPORT = ["export", "--format", "jsonl"];

async function firstOf(caller: Caller, words: readonly string[]): Promise<EdgeAnswer> {
  const lines = await run(caller, [...EXPORT, ...words]);
  if (typeof lines === "string") return lines;
  const [first = ""] = lines;
  if (first === "") return "none";
  const { artist, trackName: track } = JSON.parse(first) as { artist: string; trackName: string };
  return { artist, track };
}

/**
 * The command line.
 *
 * @param other the id of another track, to which there is a path
 */
export const commandEdge = (other: string): Edge => ({
  hasKeys: false,
  byNames: (caller, { artist, track }) =>
    firstOf(caller, ["--where", `text=${artist} ${track}`, "--limit", "1"]),
  byId: (caller, { trackKey }) =>
    firstOf(caller, ["--from", trackKey, "--to", other, "--length", "2"]),
  unknown: async (caller) => String(await run(caller, ["nothing"])),
});
