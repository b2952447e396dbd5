import { correctCommand, correctionsCommand } from "../../src/cli/catalogue/correct-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import { readLabels, scoresOf } from "../evaluation/labels.js";
import { analysisOf } from "../contracts/analyses/analysis-store.contract.js";
import { fileOf } from "../contracts/library-store.contract.js";
import { recordingOf } from "../fakes/measured-audio.js";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";

const recordingId = recordingOf("corrected");
const analysis = { ...analysisOf("Ann", "One", { tempo: 120 }), recordingId };
const stated = { tempo: 120, key: "A minor", timeSignature: 3, firstBeat: 0.5, valence: 0.8 };

/** The commands, with a service that records what it is asked for. */
function contextOf() {
  const ended = { lines: [] as string[], calls: [] as unknown[][], sent: "" };
  const answer = (...call: unknown[]) => {
    ended.calls.push(call);
    const corrections = call[0] === "correct" ? [{ field: "tempo", value: 120, measured: 60 }] : [];
    return Promise.resolve({ analysis, corrections });
  };
  const corrections = {
    correct: (...given: unknown[]) => answer("correct", ...given),
    takeBack: (...given: unknown[]) => answer("takeBack", ...given),
    list: () =>
      Promise.resolve([
        { recordingId, stated, statedAt: 0, analysis, file: fileOf("Ann", "One") },
        { recordingId: recordingOf("gone"), stated: { key: null }, statedAt: 0 },
      ]),
  };
  const context = {
    withServices: (use: (services: unknown) => Promise<void>) => use({ corrections }),
    print: (...lines: readonly string[]) => void ended.lines.push(...lines),
    async send(content: AsyncIterable<Uint8Array>) {
      for await (const bytes of content) ended.sent += Buffer.from(bytes).toString();
    },
  } as unknown as CommandContext;
  return { context, ended };
}

describe("overtone correct", () => {
  async function run(...words: string[]) {
    const { context, ended } = contextOf();
    await correctCommand(context).parseAsync(words, { from: "user" });
    return ended;
  }

  it("states values and takes others back, and says what was measured", async () => {
    const { calls, lines } = await run(recordingId, "tempo=double", "key=8A", "--undo", "valence");

    expect(calls).toEqual([
      ["correct", recordingId, { tempo: "double", key: "A minor", valence: null }],
    ]);
    expect(lines).toEqual([`Ann - One (${recordingId})`, "  tempo = 120  (otherwise 60)"]);
  });

  it("takes back all that is stated", async () => {
    const { calls, lines } = await run(recordingId, "--undo-all");

    expect(calls).toEqual([["takeBack", recordingId]]);
    expect(lines[1]).toBe("  as it was measured");
  });

  it.each([
    ["nothing to state", [recordingId]],
    ["a value without a field", [recordingId, "120"]],
    ["an unknown field", [recordingId, "tempi=120"]],
    ["a field twice", [recordingId, "tempo=120", "--undo", "tempo"]],
    ["all and a value", [recordingId, "tempo=120", "--undo-all"]],
    ["no recording", ["Ann", "tempo=120"]],
  ])("refuses %s", async (_what, words) => {
    await expect(run(...words)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("overtone corrections", () => {
  afterAll(removeMusicFolders);

  async function run(...words: string[]) {
    const { context, ended } = contextOf();
    await correctionsCommand(context).parseAsync(words, { from: "user" });
    return ended;
  }

  it("lists what is stated, also about recordings that are gone", async () => {
    const { lines } = await run("list");
    const json = await run("list", "--json");

    expect(lines).toEqual([
      `${recordingId}  Ann - One  tempo=120, key=A minor, timeSignature=3, firstBeat=0.5, valence=0.8`,
      `${recordingOf("gone")}  not analysed now  key=none`,
    ]);
    expect(JSON.parse(json.lines[0] ?? "")).toEqual({
      ...{ recordingId, artist: "Ann", trackName: "One", statedAt: "1970-01-01T00:00:00.000Z" },
      corrections: stated,
    });
  });

  it("exports labels that the evaluation reads", async () => {
    const { sent } = await run("export");
    const path = join(await musicFolder(), "corrections.json");
    await writeFile(path, sent);

    const labels = await readLabels(path);

    const label = {
      ...{ file: "/music/Ann/One.flac", recordingId, tempo: 120, firstBeat: 0.5, valence: 0.8 },
      ...{ key: 9, mode: "minor", meter: "3" },
    };
    expect(labels).toEqual([{ path: "/music/Ann/One.flac", label }]);
    const right = { ...analysisOf("", "", { tempo: 121, key: 9, mode: 0, timeSignature: 3 }) };
    const scores = { tempo1: 1, tempo2: 1, key: 1, keyWeighted: 1, metre: 1 };
    expect(scoresOf({ ...right, downbeats: [0.52] }, labels[0]!.label)).toEqual({
      ...{ ...scores, firstBeat: 1, beats: null, downbeats: null },
    });
    expect(scoresOf(undefined, { file: "a", tempo: 60, firstBeat: 1 })).toMatchObject({
      ...{ tempo1: 0, firstBeat: 0, key: null, metre: null },
    });
    expect(scoresOf(right, { file: "a", tempo: null })).toMatchObject({ tempo1: 0, tempo2: 0 });
  });
});
