import { SealedFile, type ChangedByte } from "../../adapters/storage/seals/changed-byte.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import type { PartResult } from "../report.js";

/** Rows of the tables that grow with the library: some megabytes, as pages of all kinds need. */
const ROWS = 400;

/** The least share of changed bytes that a check has to find, of those that belong to a row. */
const FOUND_SHARE = 0.99;

/** Changes bytes of a database file, one in each copy, and tries whether doctor and the seals of rows find them. */
export async function changeBytes(run: FaultRun): Promise<readonly PartResult[]> {
  const startedAt = performance.now();
  const { seed, bytes } = run.options;
  const file = await SealedFile.make(await run.folder(), ROWS);
  const counts: Record<ChangedByte, number> = { found: 0, missed: 0, unused: 0 };
  const missed: string[] = [];
  // Until so many belong to a row that stays: others are of no page, of the free part of one, or of a row without a seal.
  for (let index = 0; counts.found + counts.missed < bytes && !run.signal.aborted; index++) {
    const { outcome, offset } = await file.change(seed, index);
    counts[outcome]++;
    if (outcome === "missed") missed.push(`--seed ${seed}: byte ${offset} of change ${index}`);
  }
  const runs = counts.found + counts.missed;
  const isEnough = counts.found >= FOUND_SHARE * runs;
  return [
    {
      ...{ part: "bytes", runs, seconds: secondsSince(startedAt) },
      findings: isEnough ? [] : missed,
      observed: `${counts.found} of ${runs} found; ${counts.unused} more were of no row that stays`,
    },
  ];
}
