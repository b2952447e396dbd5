import { secondsSince, type FaultRun } from "../fault-run.js";
import type { PartResult } from "../report.js";
import { KilledWriters } from "./killed-writers.js";

/** Kills processes while they store, and looks for what they had been told to be stored. */
export async function killWriters(run: FaultRun): Promise<readonly PartResult[]> {
  const startedAt = performance.now();
  const { seed, writeKills } = run.options;
  const writers = await KilledWriters.prepare(await run.folder());
  const findings: string[] = [];
  let runs = 0;
  try {
    for (; runs < writeKills && !run.signal.aborted; runs += 1) {
      findings.push(...(await writers.kill(seed)));
      if (runs % 500 === 499) run.note(`writes: ${runs + 1} kills, ${findings.length} findings`);
    }
  } finally {
    writers.close();
  }
  return [{ part: "writes", runs, findings, seconds: secondsSince(startedAt) }];
}
