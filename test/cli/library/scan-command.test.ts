import type { CommandContext } from "../../../src/cli/command-context.js";
import { scanCommand } from "../../../src/cli/library/scan-command.js";
import type { ScanReport } from "../../../src/domain/library/library-file.js";

/** Runs the command on a library whose scans have this report. */
async function scanned(report: Partial<ScanReport>): Promise<{ code: number; lines: string[] }> {
  const nothing = { added: 0, changed: 0, moved: 0, deleted: 0, unchanged: 0 };
  const scan: ScanReport = { ...nothing, failed: [], unreachable: [], ...report };
  const ended = { code: 0, lines: [] as string[] };
  const context = {
    withServices: (use: (services: unknown) => Promise<void>) =>
      use({ library: { scanAll: () => Promise.resolve(scan) } }),
    print: (...lines: readonly string[]) => void ended.lines.push(...lines),
    printError: (...lines: readonly string[]) => void ended.lines.push(...lines),
    setExitCode: (code: number) => void (ended.code = code),
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  await scanCommand(context).parseAsync([], { from: "user" });
  return ended;
}

describe("overtone scan", () => {
  it("exits with 1 when folders cannot be read, and names those", async () => {
    const { code, lines } = await scanned({
      unreachable: [{ path: "/music/nas", reason: "does not exist" }],
    });

    expect(code).toBe(1);
    expect(lines.slice(0, 2)).toEqual([
      "/music/nas: does not exist",
      "The library keeps the files that are stored for these paths. " +
        "If they are really gone, remove them with `overtone library remove PATH`.",
    ]);
  });

  it("exits with 0 when single files are not audio, and names those", async () => {
    const { code, lines } = await scanned({
      failed: [{ path: "/music/notes.wav", reason: "The audio cannot be decoded." }],
    });

    expect(code).toBe(0);
    expect(lines).toEqual([
      "/music/notes.wav: The audio cannot be decoded.",
      "0 new, 0 changed, 0 moved, 0 deleted, 0 unchanged, 1 unreadable",
    ]);
  });
});
