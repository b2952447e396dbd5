import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isFfmpegInstalled } from "../../adapters/decoder/recordings.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import type { PartResult } from "../report.js";
import type { FuzzReply, FuzzRequest } from "./fuzz-exchange.js";
import { mutantOf } from "./mutants.js";
import { formats, seedFiles, type Format } from "./seed-files.js";

/** Maximum time for one mutant. Long, because other programs may use the processors. */
const DEADLINE_MILLISECONDS = 60_000;

/** Maximum time for a process to start, because it compiles its sources. */
const START_MILLISECONDS = 300_000;

/** Maximum memory of a process that reads one small file after another, bytes. */
const MAX_RSS_BYTES = 700 * 1024 * 1024;

/**
 * Mutants per process; a process is replaced to distinguish leaks from the memory that one mutant
 * needs.
 */
const MUTANTS_PER_PROCESS = 1_000;

/** Tries the decoders and the tag reader with mutants; one row of the table for each format. */
export async function fuzzFiles(run: FaultRun): Promise<readonly PartResult[]> {
  const { seed, mutants, replay } = run.options;
  const hasFfmpeg = isFfmpegInstalled();
  const files = seedFiles();
  const formatOf = (index: number): Format => files[index % files.length]!.format;
  const results = new Map(
    formats.map((format) => [format, { runs: 0, findings: [] as string[], seconds: 0 }]),
  );
  const wanted =
    replay === undefined ? Array.from({ length: mutants }, (_, index) => index) : [replay];
  let left = wanted.filter((index) => hasFfmpeg || formatOf(index) !== "ffmpeg");
  const ffmpegCommand = hasFfmpeg ? "ffmpeg" : "no-such-ffmpeg";
  const folder = await run.folder();

  const hasStopped = (): boolean => run.signal.aborted;
  while (left.length > 0 && !hasStopped()) {
    const indices = left.slice(0, MUTANTS_PER_PROCESS);
    const tried = await tryInProcess({ seed, indices, folder, ffmpegCommand }, run.signal);
    for (const { index, problems, seconds } of tried) {
      const result = results.get(formatOf(index))!;
      result.runs += 1;
      result.seconds += seconds;
      for (const problem of problems) {
        const { description } = mutantOf(files, seed, index);
        result.findings.push(`--seed ${seed} --replay ${index}, ${description}: ${problem}`);
        run.note(`fuzz: ${result.findings.at(-1)!}`);
      }
    }
    if (tried.length === 0) {
      if (!hasStopped()) {
        results.get(formatOf(indices[0]!))!.findings.push("the process that tries did not begin");
      }
      break;
    }
    left = left.slice(tried.length);
    run.note(`fuzz: ${wanted.length - left.length} of ${wanted.length} mutants`);
  }
  return [...results]
    .filter(([format, { runs }]) => runs > 0 || (replay === undefined && format === "ffmpeg"))
    .map(([format, result]) => ({
      part: `fuzz ${format} and tags`,
      ...result,
      ...(format === "ffmpeg" && !hasFfmpeg && { skipped: "ffmpeg is not installed" }),
    }));
}

interface Tried {
  readonly index: number;
  readonly problems: readonly string[];
  readonly seconds: number;
}

/** Tries mutants in a separate process: all of them, or up to the one that ended it. */
export async function tryInProcess(
  request: FuzzRequest,
  signal: AbortSignal,
): Promise<readonly Tried[]> {
  const child = fork(fileURLToPath(new URL("fuzz-process.ts", import.meta.url)), {
    execArgv: ["--import", "tsx", "--max-old-space-size=512"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  const ended = once(child, "exit");
  try {
    child.send(request);
    return await heardFrom(child, request.indices.length);
  } finally {
    signal.removeEventListener("abort", kill);
    kill();
    await ended;
  }
}

function heardFrom(child: ChildProcess, count: number): Promise<readonly Tried[]> {
  return new Promise((resolve) => {
    const tried: Tried[] = [];
    let current: number | undefined;
    let startedAt = performance.now();
    const finish = (problem: string): void => {
      clearTimeout(timer);
      if (current !== undefined) {
        tried.push({ index: current, problems: [problem], seconds: secondsSince(startedAt) });
      }
      child.removeAllListeners("message").off("exit", endEarly);
      resolve(tried);
    };
    const tooLate = (): void => finish(`took longer than ${DEADLINE_MILLISECONDS / 1000} s`);
    let timer = setTimeout(tooLate, START_MILLISECONDS);
    const endEarly = (code: number | null, signal: string | null): void =>
      finish(`the process ended with ${signal ?? code}`);
    child.once("exit", endEarly);
    child.on("message", (reply: FuzzReply) => {
      clearTimeout(timer);
      timer = setTimeout(tooLate, DEADLINE_MILLISECONDS);
      if (reply.state === "begun") {
        current = reply.index;
        startedAt = performance.now();
        return;
      }
      current = undefined;
      const isTooLarge = reply.maxRssBytes > MAX_RSS_BYTES;
      const memory = `the process took ${Math.round(reply.maxRssBytes / 2 ** 20)} MiB`;
      const problems = [...reply.problems, ...(isTooLarge ? [memory] : [])];
      tried.push({ index: reply.index, problems, seconds: secondsSince(startedAt) });
      if (isTooLarge || tried.length === count) finish("");
    });
  });
}
