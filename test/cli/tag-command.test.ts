import type { CommandContext } from "../../src/cli/command-context.js";
import { tagCommand } from "../../src/cli/files/tag-command.js";
import { AudioUndecodableError } from "../../src/domain/errors/analysis-errors.js";
import type { FileToAnalyze } from "../../src/services/analysis/file-analysis-service.js";
import type { TagSettings } from "../../src/domain/tagging/tag-settings.js";
import type { TagPlan } from "../../src/services/tagging/tagging-service.js";

const bpm = { field: "bpm", name: "BPM", value: "127" } as const;
const plans: readonly TagPlan[] = [
  {
    path: "/music/a.flac",
    decisions: [
      { field: "bpm", before: [bpm], value: "128", outcome: "kept" },
      { field: "key", before: [], value: "Am", outcome: "add" },
      { field: "trackGain", before: [], value: "-6.54 dB", outcome: "same" },
    ],
  },
  { path: "/music/b.flac", decisions: [], problem: "it is read-only" },
];

interface Ended {
  readonly code: number;
  readonly lines: readonly string[];
  readonly written: readonly string[];
  readonly settings: TagSettings | undefined;
}

const unfinished = "/music/.overtone-tags-1.tmp";

/** Runs the command on two files, in a folder in which a killed run has left another. */
async function run(...args: string[]): Promise<Ended> {
  return runOn(
    plans.map(({ path }) => ({ path })),
    ...args,
  );
}

async function runOn(found: readonly FileToAnalyze[], ...args: string[]): Promise<Ended> {
  const ended = { code: 0, lines: [] as string[], written: [] as string[] };
  let settings: TagSettings | undefined;
  const tagging = {
    plan: (path: string, given: TagSettings) => {
      settings = given;
      return Promise.resolve(plans.find((plan) => plan.path === path));
    },
    write: (plan: TagPlan) => {
      ended.written.push(plan.path);
      return Promise.resolve(plan);
    },
    finishKilled: () => Promise.resolve([unfinished]),
    // eslint-disable-next-line @typescript-eslint/require-await -- nothing to wait for
    async *undo() {
      yield { path: "/music/a.flac", restored: ["key"], changedSince: ["bpm"] };
      yield { path: "/music/b.flac", restored: [], changedSince: [], problem: "it does not exist" };
    },
  };
  const files = { findFiles: () => Promise.resolve(found) };
  const context = {
    withTagging: (use: (services: unknown) => Promise<void>) => use({ files, tagging }),
    print: (...lines: readonly string[]) => void ended.lines.push(...lines),
    printError: (...lines: readonly string[]) => void ended.lines.push(...lines),
    setExitCode: (code: number) => void (ended.code = code),
    concurrency: 2,
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  const command = tagCommand(context)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  await command.parseAsync(args, { from: "user" });
  return { ...ended, settings };
}

describe("overtone tag", () => {
  it("shows the changes and writes nothing by default", async () => {
    const { code, lines, written } = await run("/music");

    expect(lines).toEqual([
      "/music/a.flac",
      "  BPM              127            (kept; measured 128)",
      "  key              -              -> Am",
      "/music/b.flac: it is read-only",
      "Nothing was written: --write would write 1 values to 1 of 2 files; " +
        "1 kept that others wrote; 1 file with a problem.",
    ]);
    expect(written).toEqual([]);
    expect(code).toBe(1);
  });

  it("says why a path cannot be read", async () => {
    const error = new AudioUndecodableError("has a name that is not UTF-8; rename it");

    const { code, lines } = await runOn([{ path: "/music/bad.ogg", error }], "/music");

    expect(lines[0]).toBe("/music/bad.ogg: has a name that is not UTF-8; rename it");
    expect(code).toBe(1);
  });

  it("writes with --write", async () => {
    const { lines, written } = await run("/music", "--write");

    expect(written).toContain("/music/a.flac");
    expect(lines.at(-1)).toContain("Wrote 1 values to 1 of 2 files");
  });

  it("prints a JSON line per file with --json", async () => {
    const { lines } = await run("/music", "--write", "--json");

    expect(
      lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      expect.objectContaining({
        file: "/music/a.flac",
        tags: [
          { field: "bpm", before: ["127"], measured: "128", outcome: "kept", written: false },
          { field: "key", before: [], measured: "Am", outcome: "add", written: true },
          { field: "trackGain", before: [], measured: "-6.54 dB", outcome: "same", written: false },
        ],
      }),
      { file: "/music/b.flac", tags: [], problem: "it is read-only" },
    ]);
  });

  it("passes its options on", async () => {
    const options = ["--fields", "mood,energy", "--key", "openkey", "--min-confidence", "0.7"];

    const { settings } = await run("/music", "--overwrite", "--bpm-decimals", "2", ...options);

    expect(settings).toEqual({
      kinds: ["mood", "energy"],
      notation: "openkey",
      minConfidence: 0.7,
      bpmDecimals: 2,
      isOverwriting: true,
    });
  });

  it.each([
    ["no path", []],
    ["an unknown field", ["/music", "--fields", "bpm,colour"]],
    ["a confidence above 1", ["/music", "--min-confidence", "2"]],
    ["an unknown notation", ["/music", "--key", "german"]],
    ["a path to undo", ["--undo", "/music"]],
  ])("refuses %s", async (_, args) => {
    await expect(run(...args)).rejects.toMatchObject({ exitCode: 1 });
  });

  it("undoes the last run, and says what stays", async () => {
    const { code, lines } = await run("--undo");

    expect(lines).toEqual([
      `${unfinished}: was left unfinished by a run that was killed, and is removed`,
      "/music/a.flac: bpm changed since, and kept",
      "/music/b.flac: it does not exist",
      "1 of 2 files have their previous tags again.",
    ]);
    expect(code).toBe(1);
  });
});
