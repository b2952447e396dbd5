import { resolve } from "node:path";
import { trackFormats } from "../../src/adapters/formats/track-formats.js";
import { analyzeCommand } from "../../src/cli/files/analyze-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import { AudioUndecodableError } from "../../src/domain/errors/analysis-errors.js";
import { FileTables } from "../../src/services/export/file-tables.js";
import { exportedTrack } from "../adapters/formats/exported-content.js";

/** Runs the command on files, of which "broken.wav" cannot be decoded, and returns what it wrote. */
async function run(words: readonly string[], given: { isTerminal?: boolean } = {}) {
  const result = {
    output: "",
    saved: {} as Record<string, string>,
    errors: [] as string[],
    exit: 0,
  };
  const files = {
    findFiles: (paths: readonly string[]) => Promise.resolve(paths.map((path) => ({ path }))),
    findTracks: (path: string) => Promise.resolve([{ path, tags: {} }]),
    analyzeTrack: ({ path }: { path: string }) =>
      path === "broken.wav"
        ? Promise.reject(new AudioUndecodableError("it contains no samples"))
        : Promise.resolve(exportedTrack("Ann", path)),
  };
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  const tables = new FileTables({ formats: trackFormats, software: "Overtone 0.1.0", clock });
  const context = {
    withFileAnalysis: (use: (...services: unknown[]) => Promise<void>) => use(files, tables),
    send: async (content: AsyncIterable<Uint8Array>) => {
      result.output += await textOf(content);
    },
    saveFile: async (path: string, content: AsyncIterable<Uint8Array>) => {
      result.saved[path] = await textOf(content);
    },
    print: (...lines: readonly string[]) =>
      (result.output += lines.map((line) => `${line}\n`).join("")),
    printError: (...lines: readonly string[]) => void result.errors.push(...lines),
    setExitCode: (code: number) => (result.exit = code),
    isTerminal: given.isTerminal ?? false,
    concurrency: 2,
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  await analyzeCommand(context).exitOverride().parseAsync(words, { from: "user" });
  return result;
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe("overtone analyze --format", () => {
  it("writes one table of all files, in their order, with absolute paths", async () => {
    const { output, errors, exit } = await run(["b.wav", "a.wav", "--format", "csv"]);

    const [names, ...rows] = output.trimEnd().split("\r\n");
    expect(names).toMatch(/^trackKey,artist,trackName,.*,path,/);
    expect(rows.map((row) => row.includes(`,${resolve("b.wav")},`))).toEqual([true, false]);
    expect(rows.map((row) => row.includes(`,${resolve("a.wav")},`))).toEqual([false, true]);
    expect(errors).toEqual([]);
    expect(exit).toBe(0);
  });

  it("begins the file of a CSV with a byte order mark", async () => {
    const words = ["a.wav", "--format", "csv", "--output", "all.csv"];
    const marked = await run(words);
    const bare = await run([...words, "--no-bom"]);

    expect(marked.saved["all.csv"]).toBe(`\uFEFF${bare.saved["all.csv"]}`);
  });

  it("leaves out files that cannot be decoded, says why, and exits with 1", async () => {
    const words = ["a.wav", "broken.wav", "c.wav", "--format", "jsonl", "--output", "all.jsonl"];

    const { saved, errors, exit } = await run(words);

    const rows = saved["all.jsonl"]!.trimEnd().split("\n");
    const tracks = rows.map((row) => (JSON.parse(row) as { trackName?: string }).trackName);
    expect(tracks).toEqual(["a.wav", "c.wav"]);
    expect(errors).toEqual([
      "AUDIO_UNDECODABLE: broken.wav: The audio cannot be decoded: it contains no samples.",
      "2 tracks written to all.jsonl.",
    ]);
    expect(exit).toBe(1);
  });

  it("refuses formats that are no tables, Parquet on a terminal, and a file without a format", async () => {
    await expect(run(["a.wav", "--format", "m3u8"])).rejects.toThrow(/csv, jsonl, parquet/);
    const onTerminal = run(["a.wav", "--format", "parquet"], { isTerminal: true });
    await expect(onTerminal).rejects.toThrow(/no text for a terminal/);
    await expect(run(["a.wav", "--output", "x"])).rejects.toThrow(/required with --output/);
  });
});
