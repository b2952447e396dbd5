import { findCommand } from "../../src/cli/catalogue/find-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import { parseSentence } from "../../src/domain/sentence/parse-sentence.js";

const nameless = { genres: [], artists: new Map(), tracks: new Map() };

describe("overtone find", () => {
  /** Runs the command; returns what it prints and what it asks the service for. */
  async function run(...words: string[]) {
    const ended = { lines: [] as string[], requests: [] as unknown[] };
    const find = (text: string, first: number) => {
      ended.requests.push([text, first]);
      const parts = parseSentence(text, nameless).map((part) => ({
        ...part,
        conditions: part.meaning.kind === "condition" ? part.meaning.conditions : {},
      }));
      const track = { trackKey: "7f13f1f9a12d9aee", artist: "Overtone", trackName: "Slow Waltz" };
      const reasons = [{ part: 0, text: "arousal 0.1, energy 0.2", closeness: 0.9 }];
      return Promise.resolve({ parts, tracks: [{ track, score: 0.9, reasons }], totalCount: 3 });
    };
    const context = {
      withServices: (use: (services: unknown) => Promise<void>) => use({ sentences: { find } }),
      print: (...lines: readonly string[]) => void ended.lines.push(...lines),
    } as unknown as CommandContext;
    await findCommand(context).parseAsync(words, { from: "user" });
    return ended;
  }

  it("prints how the words were understood, then the tracks with what they have", async () => {
    const { lines, requests } = await run("calm,", "80-100", "bpm", "rain", "--limit", "1");

    expect(requests).toEqual([["calm, 80-100 bpm rain", 1]]);
    expect(lines).toEqual([
      "calm: low arousal, low energy",
      "80-100 bpm: tempo 80 to 100 BPM",
      "rain: not known, without effect",
      "  0.90  Overtone - Slow Waltz  (arousal 0.1, energy 0.2)",
      "1 of 3 tracks",
    ]);
  });

  it("prints JSON lines", async () => {
    const { lines } = await run("80-100 bpm", "--json");

    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        text: "80-100 bpm",
        kind: "condition",
        meaning: "tempo 80 to 100 BPM",
        conditions: ["tempo.gte=80", "tempo.lte=100"],
      },
      expect.objectContaining({ id: "7f13f1f9a12d9aee", score: 0.9, artist: "Overtone" }),
    ]);
  });

  it("refuses a limit that is no number of tracks", async () => {
    await expect(run("calm", "--limit", "0")).rejects.toThrow("limit");
  });
});
