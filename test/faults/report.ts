/** The result of one part of a run. */
export interface PartResult {
  readonly part: string;
  /** Number of mutants, kills, faults or minutes. */
  readonly runs: number;
  /** The findings, one line each, with how to reproduce them. */
  readonly findings: readonly string[];
  readonly seconds: number;
  /** Response times of `/health/live`, if a server ran. */
  readonly liveness?: Liveness;
  /** Why it was not run, or not completely. Such a part has not passed. */
  readonly skipped?: string;
  /** What was counted, in a few words. */
  readonly observed?: string;
}

/** Response times of `/health/live`, milliseconds. */
export interface Liveness {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly count: number;
}

/** Returns the table of a run, one line per part, and the findings below it. */
export function reportOf(results: readonly PartResult[]): string {
  const rows = results.map((result) => [
    result.part,
    String(result.runs),
    result.skipped === undefined ? String(result.findings.length) : "skipped",
    result.liveness ? result.liveness.p50.toFixed(1) : "",
    result.liveness ? result.liveness.p99.toFixed(1) : "",
    result.liveness ? result.liveness.max.toFixed(1) : "",
    result.seconds.toFixed(0),
    result.skipped ?? result.observed ?? "",
  ]);
  const head = ["part", "runs", "findings", "live p50 ms", "p99 ms", "max ms", "seconds", ""];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 || column === head.length - 1
          ? cell.padEnd(widths[column]!)
          : cell.padStart(widths[column]!),
      )
      .join("  ")
      .trimEnd();
  const findings = results.flatMap(({ part, findings: found }) =>
    found.map((finding) => `${part}: ${finding}`),
  );
  return [
    line(head),
    ...rows.map(line),
    ...(findings.length > 0 ? ["", "Findings:", ...findings] : []),
    "",
  ].join("\n");
}

/** Returns the results of a part, with a finding where it has tried nothing at all. */
export function resultsOf(part: string, results: readonly PartResult[]): readonly PartResult[] {
  if (results.some(({ runs }) => runs > 0)) return results;
  return [...results, { part, runs: 0, findings: ["nothing was tried"], seconds: 0 }];
}

/** Returns 1 if there are findings, so that a script stops. */
export function exitCodeOf(results: readonly PartResult[]): number {
  return results.some(({ findings }) => findings.length > 0) ? 1 : 0;
}
