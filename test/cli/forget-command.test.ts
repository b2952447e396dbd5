import { forgetCommand } from "../../src/cli/catalogue/forget-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import { UnknownTrackIdError } from "../../src/domain/errors/not-found-errors.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { recordingOf } from "../fakes/measured-audio.js";

const trackKey = trackKeyFrom("Ann", "One");
const [recordingId, unknown] = [recordingOf("upload"), recordingOf("unknown")];
const named = { recordingId, trackKey, artist: "Ann", trackName: "One" };
const goneAt = Date.UTC(2026, 10, 27);
const keptUntil = Date.UTC(2027, 1, 25);

describe("overtone forget", () => {
  /** Runs the command; returns what it prints, its exit code, and what it asks the service for. */
  async function run(words: readonly string[], answer: object = { goneAt, keptUntil }) {
    const ended = {
      ...{ lines: [] as string[], errors: [] as string[], calls: [] as unknown[][], exitCode: 0 },
    };
    const ask = (...call: readonly unknown[]) => {
      ended.calls.push([...call]);
      const isKnown = call[1] !== unknown;
      return isKnown
        ? Promise.resolve({ ...named, ...answer })
        : Promise.reject(new UnknownTrackIdError(unknown));
    };
    const forgetting = {
      forget: (...given: unknown[]) => ask("forget", ...given),
      restore: (...given: unknown[]) => ask("restore", ...given),
    };
    const context = {
      withServices: (use: (services: unknown) => Promise<void>) => use({ forgetting }),
      print: (...lines: readonly string[]) => void ended.lines.push(...lines),
      printError: (...lines: readonly string[]) => void ended.errors.push(...lines),
      setExitCode: (code: number) => void (ended.exitCode = code),
    } as unknown as CommandContext;
    await forgetCommand(context).parseAsync([...words], { from: "user" });
    return ended;
  }

  it("takes tracks out of lists, and says until when their analyses are kept", async () => {
    const { calls, lines, exitCode } = await run([recordingId, trackKey]);

    expect(calls).toEqual([
      ["forget", recordingId, { isKept: true }],
      ["forget", trackKey, { isKept: true }],
    ]);
    const line = `Ann - One (${recordingId}): gone; its analysis is kept until 2027-02-25`;
    expect([lines, exitCode]).toEqual([[line, line], 0]);
  });

  it.each([
    [["--no-keep"], { goneAt: null, keptUntil: null }, false, "removed, with what was measured"],
    [[], { goneAt, keptUntil: null }, true, "gone; its analysis is kept"],
  ])("says what became of one with %j", async (options, answer, isKept, outcome) => {
    const { calls, lines } = await run([recordingId, ...options], answer);

    expect(calls).toEqual([["forget", recordingId, { isKept }]]);
    expect(lines).toEqual([`Ann - One (${recordingId}): ${outcome}`]);
  });

  it("lets them return", async () => {
    const { calls, lines } = await run([recordingId, "--undo"], {});

    expect(calls).toEqual([["restore", recordingId]]);
    expect(lines).toEqual([`Ann - One (${recordingId}): listed again`]);
  });

  it("goes on after one that is refused, and ends with a failure", async () => {
    const { lines, errors, exitCode } = await run([unknown, recordingId]);

    expect(lines).toHaveLength(1);
    expect(errors).toEqual([
      `TRACK_NOT_FOUND: ${unknown}: No known track has the id "${unknown}".`,
    ]);
    expect(exitCode).toBe(1);
  });

  it("prints a JSON line for each", async () => {
    const { lines } = await run(["--json", recordingId, unknown]);

    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        ...{ track: recordingId, recordingId, artist: "Ann", trackName: "One" },
        ...{ goneAt: "2026-11-27T00:00:00.000Z", keptUntil: "2027-02-25T00:00:00.000Z" },
      },
      {
        track: unknown,
        error: { code: "TRACK_NOT_FOUND", message: `No known track has the id "${unknown}".` },
      },
    ]);
  });

  it.each([
    ["a name", ["Ann - One"]],
    ["a malformed id", [recordingId, "rec:1"]],
    ["--undo with --no-keep", [recordingId, "--undo", "--no-keep"]],
  ])("refuses %s, before anything is forgotten", async (_what, words) => {
    await expect(run(words)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
