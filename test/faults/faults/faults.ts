import { secondsSince, type FaultRun } from "../fault-run.js";
import { LivenessProbe } from "../liveness-probe.js";
import type { PartResult } from "../report.js";
import { clockJumps } from "./clock-jump.js";
import { databaseLocked } from "./database-locked.js";
import { descriptorsExhausted } from "./descriptors-exhausted.js";
import { diskFull } from "./disk-full.js";
import { FaultTrial } from "./fault-trial.js";
import { largeFolder } from "./large-folder.js";
import { libraryVanishes } from "./library-vanishes.js";
import { providersMisbehave } from "./providers-misbehave.js";
import { workerOutOfMemory } from "./worker-out-of-memory.js";

const faults: Readonly<Record<string, (trial: FaultTrial) => Promise<void>>> = {
  "disk full": diskFull,
  "descriptors exhausted": descriptorsExhausted,
  "database locked": databaseLocked,
  "clock jumps": clockJumps,
  "library vanishes": libraryVanishes,
  "large folder": largeFolder,
  "worker out of memory": workerOutOfMemory,
  "providers misbehave": providersMisbehave,
};

/** Tries each fault that the options select once; one row of the table each. */
export async function tryFaults(run: FaultRun): Promise<readonly PartResult[]> {
  const results: PartResult[] = [];
  const { trials } = run.options;
  for (const [part, fault] of Object.entries(faults)) {
    if (run.signal.aborted) break;
    if (trials.length > 0 && !trials.includes(part)) continue;
    results.push(await tried(run, part, fault));
    run.note(`faults: ${part}: ${results.at(-1)?.findings.join("; ") || "done"}`);
  }
  return results;
}

async function tried(
  run: FaultRun,
  part: string,
  fault: (trial: FaultTrial) => Promise<void>,
): Promise<PartResult> {
  const startedAt = performance.now();
  const probe = new LivenessProbe();
  const trial = new FaultTrial(run, probe);
  try {
    await fault(trial);
  } catch (error) {
    trial.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  await trial.close().catch((error: unknown) => trial.problems.push(String(error)));
  const { problems: findings, skipped } = trial;
  if (probe.failures > 0) findings.push(`${probe.failures} times /health/live was not answered`);
  return {
    part,
    runs: skipped === undefined ? 1 : 0,
    findings,
    seconds: secondsSince(startedAt),
    ...(probe.liveness && { liveness: probe.liveness }),
    ...(skipped !== undefined && { skipped }),
  };
}
