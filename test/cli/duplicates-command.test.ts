import { duplicatesCommand } from "../../src/cli/files/duplicates-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import type { DuplicateWalk } from "../../src/services/duplicates/duplicate-service.js";

/** Runs the command on a library without duplicates; returns what it asked for and printed. */
async function run(...words: readonly string[]) {
  const asked: object[] = [];
  const printed: string[] = [];
  const duplicates = {
    // eslint-disable-next-line @typescript-eslint/require-await -- there are no groups to wait for
    async *walk(request: DuplicateWalk) {
      asked.push(request);
      yield [];
    },
  };
  const duplicatePlaylists = {
    open: (request: object) => {
      asked.push(request);
      return { content: "content", exported: 2, leftOut: 1 };
    },
  };
  const context = {
    withServices: (use: (services: unknown) => Promise<void>) =>
      use({ duplicates, duplicatePlaylists }),
    send: (content: unknown) => Promise.resolve(void printed.push(`output: ${String(content)}`)),
    saveFile: (path: string, content: unknown) =>
      Promise.resolve(void printed.push(`${path}: ${String(content)}`)),
    printError: (line: string) => void printed.push(`error: ${line}`),
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  await duplicatesCommand(context).parseAsync(words, { from: "user" });
  return { asked: asked[0], printed };
}

describe("overtone duplicates", () => {
  it("lists all groups by default, and says that nothing was deleted", async () => {
    const { asked, printed } = await run();

    expect(asked).toEqual({ minScore: 0.5, order: "bytes", limit: 999_999 });
    expect(printed).toEqual([
      "error: 0 groups; the files that would not be kept take 0 B. Nothing was deleted.",
    ]);
  });

  it("takes a kind, a least score, a folder, an order and a limit", async () => {
    const conditions = ["--kind", "copies", "--min-score", "0.9", "--folder", "/music/a/"];

    const { asked } = await run(...conditions, "--order", "name", "--limit", "300");

    expect(asked).toEqual({
      ...{ kind: "copies", minScore: 0.9, folder: "/music/a", order: "name", limit: 300 },
    });
  });

  it("writes a playlist of the other files, or of all, and counts what it leaves out", async () => {
    const others = await run("--m3u", "--limit", "1");
    const all = await run("--m3u", "all", "--output", "all.m3u8");

    expect(others.asked).toMatchObject({ files: "others", limit: 1 });
    expect(others.printed).toEqual([
      "output: content",
      "error: 1 track is left out: this machine has no file of them, or it has changed since it was measured.",
      "error: 2 files. Nothing was deleted.",
    ]);
    expect(all.asked).toMatchObject({ files: "all" });
    expect(all.printed[0]).toBe("all.m3u8: content");
  });

  it.each([
    [["--kind", "all"], '"kind" must be one of copies, samePerformance'],
    [["--min-score", "0.4"], '"minScore" must be from 0.5 to 1'],
    [["--min-score", "high"], '"min-score" must be a number'],
    [["--order", "size"], '"order" must be one of bytes, name'],
    [["--limit", "0"], '"limit" must be an integer from 1'],
    [["--m3u", "kept"], '"m3u" must be one of others, all'],
    [["--m3u", "--json"], '"m3u" cannot be combined with "json"'],
    [["--output", "a.m3u8"], '"output" needs "m3u"'],
  ])("refuses %j", async (words, message) => {
    await expect(run(...words)).rejects.toThrow(message);
  });
});
