import { secondsSince, type FaultRun } from "../fault-run.js";
import type { PartResult } from "../report.js";
import { HungCallTrials } from "./hung-call-trial.js";
import { fileCalls } from "./outside-calls.js";

/** Longest time of `/health/live` while a call hangs, on an idle machine. */
const HEALTH_MILLISECONDS = 50;

/** A server makes most calls within seconds, and ends within 15 s after SIGTERM, whatever hangs. */
const LIMITS = { reach: 30_000, afterScan: 4_000, end: 15_000 };

/** Lets each call to a file, in each place, never return once, and tries whether the server goes on and ends. */
export async function hangCalls(run: FaultRun): Promise<readonly PartResult[]> {
  const startedAt = performance.now();
  const trials = await HungCallTrials.prepare(await run.folder(), LIMITS, await run.importsOf());
  const findings: string[] = [];
  const unreached: string[] = [];
  let [runs, slowest] = [0, 0];
  for (const fileCall of fileCalls()) {
    if (run.signal.aborted) break;
    const name = `${fileCall.call}${fileCall.isOfHandle ? " of a handle" : ""} in ${fileCall.place}`;
    const { isReached, slowestHealth, problems } = await trials.try(fileCall);
    if (isReached) runs++;
    else unreached.push(name);
    slowest = Math.max(slowest, slowestHealth);
    findings.push(...problems.map((problem) => `${name}: ${problem}`));
    run.note(`hangs: ${name}: ${isReached ? problems.join("; ") || "done" : "not called"}`);
  }
  if (slowest > HEALTH_MILLISECONDS) {
    findings.push(`/health/live took ${slowest.toFixed(0)} ms while a call hung`);
  }
  return [
    {
      ...{ part: "hangs", runs, findings, seconds: secondsSince(startedAt) },
      observed: `health at most ${slowest.toFixed(0)} ms; not called: ${unreached.length}`,
    },
  ];
}
