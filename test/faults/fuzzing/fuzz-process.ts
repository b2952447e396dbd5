import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import type { FuzzReply, FuzzRequest } from "./fuzz-exchange.js";
import { mutantOf } from "./mutants.js";
import { seedFiles } from "./seed-files.js";
import { Trial } from "./trial.js";

/**
 * The process that tries mutants, so that a mutant that hangs or exhausts memory ends this process
 * only. Ends when its parent disconnects.
 */

// The compiled codecs also write to the console about damaged audio.
globalThis.console = new Console(new PassThrough().resume());

const say = (reply: FuzzReply): void => void process.send?.(reply);

process.once("message", (request: FuzzRequest) => void tryAll(request));
process.once("disconnect", () => process.exit());

async function tryAll({ seed, indices, ...settings }: FuzzRequest): Promise<void> {
  const files = seedFiles();
  const trial = new Trial(settings);
  for (const index of indices) {
    say({ index, state: "begun" });
    const problems = await trial.problemsOf(mutantOf(files, seed, index).bytes);
    const maxRssBytes = ownMaxRssBytes();
    say({ index, state: "done", problems, maxRssBytes });
  }
}

/**
 * The largest memory of this program so far, bytes. `getrusage` would also count what the parent
 * process held when it started this one: Linux keeps that maximum over fork and exec.
 */
function ownMaxRssBytes(): number {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  } catch {
    // Other systems have no such file.
  }
  return process.memoryUsage.rss();
}
