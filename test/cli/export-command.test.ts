import type { CommandContext } from "../../src/cli/command-context.js";
import { exportCommand } from "../../src/cli/catalogue/export-command.js";
import type { TrackSelection } from "../../src/domain/export/track-selection.js";
import type { ExportOptions } from "../../src/services/export/export-service.js";
import type { MixPathService } from "../../src/services/similarity/mix-path-service.js";

const key = "0123456789abcdef";
const other = "fedcba9876543210";

/** Runs the command, and returns what it asked for and printed. */
async function run(
  words: readonly string[],
  given: {
    exported?: number;
    leftOut?: number;
    isTerminal?: boolean;
    /** What the path breaks. */
    unmet?: readonly { why: string }[];
  } = {},
) {
  const { exported = 2, leftOut = 0, isTerminal = false, unmet = [] } = given;
  let exitCode = 0;
  const asked: {
    selection?: TrackSelection;
    options?: ExportOptions;
    path?: Parameters<MixPathService["create"]>;
  } = {};
  const errors: string[] = [];
  const written: string[] = [];
  const exports = {
    open: (selection: TrackSelection, options: ExportOptions) => {
      Object.assign(asked, { selection, options });
      return Promise.resolve({ content: "content", exported, leftOut });
    },
  };
  const mixPaths = {
    create: (...path: Parameters<MixPathService["create"]>) => {
      Object.assign(asked, { path });
      return Promise.resolve({ steps: path.slice(0, 2).map(stepOf), unmet });
    },
  };
  const context = {
    withServices: (use: (services: unknown) => Promise<void>) => use({ exports, mixPaths }),
    send: (content: unknown) => Promise.resolve(void written.push(`to output: ${String(content)}`)),
    saveFile: (path: string, content: unknown) =>
      Promise.resolve(void written.push(`to ${path}: ${String(content)}`)),
    printError: (...lines: readonly string[]) => void errors.push(...lines),
    setExitCode: (code: number) => (exitCode = code),
    isTerminal,
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  await exportCommand(context).parseAsync(words, { from: "user" });
  return { ...asked, errors, written, exitCode };
}

const stepOf = (trackKey: unknown) => ({ track: { trackKey } });

describe("overtone export", () => {
  it("writes all tracks to standard output by default, and nothing else", async () => {
    const { selection, options, written, errors } = await run(["--format", "csv"]);

    expect(selection).toMatchObject({ kind: "filter", order: { field: "artist" } });
    expect(selection).not.toHaveProperty("limit");
    expect(options).toMatchObject({ format: "csv", title: "Overtone" });
    expect(written).toEqual(["to output: content"]);
    expect(errors).toEqual([]);
  });

  it.each([
    [[], false],
    [["--output", "all.csv"], true],
    [["--output", "all.csv", "--no-bom"], false],
    [["--bom"], true],
  ])(
    "begins a CSV with a byte order mark in files alone, unless told so: %j",
    async (words, has) => {
      const { options } = await run(["--format", "csv", ...words]);

      expect(options?.hasByteOrderMark).toBe(has);
    },
  );

  it("writes a file, and says how many tracks it has and lacks", async () => {
    const words = ["--format", "m3u8", "--output", "mix.m3u8", "--title", "Mix"];

    const { options, written, errors } = await run(words, { leftOut: 1 });

    expect(options).toMatchObject({ format: "m3u8", title: "Mix" });
    expect(written).toEqual(["to mix.m3u8: content"]);
    expect(errors).toEqual([
      "1 track is left out: this machine has no file of them, or it has changed since it was measured.",
      "2 tracks written to mix.m3u8.",
    ]);
  });

  it("has failed where there is a file of none of the tracks", async () => {
    const words = ["--format", "m3u8", "--output", "mix.m3u8"];

    const none = await run(words, { exported: 0, leftOut: 20 });
    const some = await run(words, { exported: 1, leftOut: 19 });

    expect([none.exitCode, some.exitCode]).toEqual([1, 0]);
  });

  it("takes the filters of the URL, an order and a limit", async () => {
    const filters = ["--where", "tempo.gte=120", "--where", "text=a = b"];

    const { selection } = await run([
      ...["--format", "jsonl", ...filters, "--order", "-energy", "--limit", "500"],
    ]);

    expect(selection).toMatchObject({
      filter: { text: "a = b", estimates: { tempo: { gte: 120 } } },
      order: { field: "energy", direction: "desc" },
      limit: 500,
    });
  });

  it.each([
    ["all tracks", []],
    ["similar tracks", ["--similar-to", key]],
    ["a path", ["--from", key, "--to", other]],
  ])("takes which recordings count as one, for %s", async (_, words) => {
    const asked = await run(["--format", "csv", ...words, "--collapse", "performance"]);

    expect(asked.path?.[3] ?? asked.selection).toMatchObject({ collapse: "performance" });
    await expect(run(["--format", "csv", ...words, "--collapse", "names"])).rejects.toMatchObject({
      facts: { parameter: "collapse" },
    });
  });

  it("takes a mood, similar tracks and the ends of a path", async () => {
    const mood = await run(["--format", "m3u8", "--mood", "happy", "--where", "mode=1"]);
    const similar = await run(["--format", "m3u8", "--similar-to", key, "--limit", "25"]);
    const mix = await run(["--format", "m3u8", "--from", key, "--to", other, "--length", "5"]);

    expect(mood.selection).toMatchObject({
      filter: { estimates: { happy: { gte: 0.5 }, mode: { gte: 1, lte: 1 } } },
      order: { field: "happy", direction: "desc" },
    });
    expect(similar.selection).toMatchObject({ kind: "similar", trackKey: key, count: 25 });
    expect(mix.path?.slice(0, 3)).toEqual([key, other, 5]);
    expect(mix.selection).toEqual({ kind: "tracks", trackKeys: [key, other] });
  });

  it("takes the comment of tracks for rekordbox", async () => {
    const words = ["--format", "rekordbox", "--comment"];

    const { options } = await run([...words, "{key} {energy}"]);

    expect(options?.comment).toBe("{key} {energy}");
    await expect(run([...words, "{bpm}"])).rejects.toThrow('"comment" must not have {bpm};');
  });

  it("takes what every step of a path meets, and says what it does not", async () => {
    const words = ["--format", "csv", "--from", key, "--to", other];
    const rules = ["--max-tempo-change-percent", "6", "--artist-spacing", "2"];
    const why = "Tempo steps of at most 6 %: with 2 tracks, the smallest maximum found is 9.4 %.";

    const more = ["--compatible-keys-only", "--exclude", key];

    const bounded = await run([...words, ...rules, ...more], { unmet: [{ why }] });
    const free = await run(words);

    expect(bounded.path?.[3]).toMatchObject({
      rules: { maxTempoChangePercent: 6, artistSpacing: 2, compatibleKeysOnly: true },
      exclude: [key],
    });
    expect(bounded.errors).toEqual([why]);
    expect(free.path?.[3]).toMatchObject({
      rules: { maxTempoChangePercent: Infinity, artistSpacing: null, compatibleKeysOnly: false },
    });
    expect(free.errors).toEqual([]);
  });

  it.each([
    [["--format", "xml"], '"format" must be one of csv, jsonl, parquet'],
    [["--format", "csv", "--where", "tempo"], '"where" must be a filter'],
    [["--format", "csv", "--where", "speed.gte=1"], '"where" must be a filter'],
    [["--format", "csv", "--where", "mode=1", "--where", "mode=0"], 'must have "mode" once'],
    [["--format", "csv", "--where", "tempo.gte=fast"], '"tempo.gte" must be a number'],
    [["--format", "csv", "--limit", "0"], '"limit" must be an integer from 1'],
    [["--format", "csv", "--mood", "angry"], '"mood" must be one of happy'],
    [["--format", "csv", "--similar-to", "x"], '"similar-to" must be 16'],
    [["--format", "csv", "--similar-to", key, "--where", "mode=1"], '"where" cannot be combined'],
    [["--format", "csv", "--from", key], '"to" is required'],
    [["--format", "csv", "--from", key, "--to", other, "--similar-to", key], '"similar-to" cannot'],
    [["--format", "csv", "--length", "5"], '"length" cannot be combined with "filters"'],
    [
      ["--format", "csv", "--compatible-keys-only"],
      '"compatible-keys-only" cannot be combined with "filters"',
    ],
    [
      ["--format", "csv", "--from", key, "--to", other, "--max-tempo-change-percent", "fast"],
      '"max-tempo-change-percent" must be a number',
    ],
  ])("refuses %j", async (words, message) => {
    await expect(run(words)).rejects.toThrow(message);
  });

  it("does not write Parquet to a terminal", async () => {
    const words = ["--format", "parquet"];

    await expect(run(words, { isTerminal: true })).rejects.toThrow('"output" is required');
    expect((await run(words)).written).toEqual(["to output: content"]);
  });
});
