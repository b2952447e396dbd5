import { realpath } from "node:fs/promises";
import { hasOtherPrograms } from "../adapters/decoder/other-programs.js";
import { oddFiles } from "../files/catalogue/catalogue.js";
import { matrixText, problemsOf, runFileMatrix } from "../files/matrix/file-matrix.js";
import { secondsSince, type FaultRun } from "./fault-run.js";
import type { PartResult } from "./report.js";

/** Runs all operations on the odd files of `test/files/`, and prints what each did. */
export async function tryOddFiles(run: FaultRun): Promise<readonly PartResult[]> {
  const startedAt = performance.now();
  if (!hasOtherPrograms()) {
    const skipped = "ffmpeg or Mutagen is not installed";
    return [{ part: "files", runs: 0, findings: [], seconds: 0, skipped }];
  }
  const folder = await realpath(await run.folder());
  const rows = await runFileMatrix(oddFiles, { folder, isWhole: true });
  process.stdout.write(matrixText(rows));
  const runs = rows.reduce((sum, { cells }) => sum + cells.size, 0);
  const [findings, seconds] = [problemsOf(rows), secondsSince(startedAt)];
  return [{ part: "files", runs, findings, seconds, observed: `${rows.length} files` }];
}
