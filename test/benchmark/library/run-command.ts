import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";

/** What a process used until its end. */
export interface Used {
  readonly seconds: number;
  readonly peakMebibytes: number;
  /** Read by system calls, from the disk or its cache, and from connections. */
  readonly readMebibytes: number;
}

/**
 * Runs a command until its end, and reads what it uses from the system.
 *
 * @param input what it reads from its standard input; nothing by default
 */
export async function runCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = "",
): Promise<Used> {
  const start = performance.now();
  const child = spawn(process.execPath, ["dist/cli/overtone.js", ...words], {
    env: { ...process.env, ...environment },
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.end(input);
  const peak = { status: "", io: "" };
  const timer = setInterval(() => {
    for (const name of ["status", "io"] as const) {
      void readFile(`/proc/${child.pid}/${name}`, "utf8").then(
        (text) => (peak[name] = text === "" ? peak[name] : text),
        () => undefined,
      );
    }
  }, 50);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}`);
  const numberOf = (text: string, name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "mu").exec(text)?.[1]);
  return {
    seconds: (performance.now() - start) / 1_000,
    peakMebibytes: numberOf(peak.status, "VmHWM") / 1_024,
    readMebibytes: numberOf(peak.io, "rchar") / 1_048_576,
  };
}

/** Prints what a command used that went through so many files; 0 where it has none. */
export function reportUse(
  what: string,
  { seconds, peakMebibytes, readMebibytes }: Used,
  files: number,
): void {
  const rate = files === 0 ? "" : `, ${Math.round(files / seconds)} files/s`;
  console.log(
    `  ${what}: ${seconds.toFixed(1)} s${rate}, memory at most ${peakMebibytes.toFixed(0)} MiB, ` +
      `${readMebibytes.toFixed(0)} MiB read`,
  );
}
