import { RandomChoices } from "../fuzzing/random-choices.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import type { PartResult } from "../report.js";
import { OwnerTrials } from "./owner-trials.js";

/** Kills commands that write beside the files of somebody, or fills their disk, and compares these files with what they were. */
export async function faultsAmongOwners(run: FaultRun): Promise<readonly PartResult[]> {
  const startedAt = performance.now();
  const { seed, ownerFaults, from, killed } = run.options;
  const imports = await run.importsOf();
  const trials = await OwnerTrials.prepare(await run.folder(), { imports, killed });
  const findings: string[] = [];
  let runs = 0;
  for (let number = from; number < ownerFaults && !run.signal.aborted; number++, runs++) {
    const problems = await trials.try(new RandomChoices(seed, number), number);
    findings.push(...problems.map((problem) => `--seed ${seed}, fault ${number}: ${problem}`));
    if (number % 50 === 0) run.note(`owners: fault ${number}, ${findings.length} findings`);
  }
  return [{ part: "owners", runs, findings, seconds: secondsSince(startedAt) }];
}
