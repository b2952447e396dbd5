import { pinCommand } from "../../src/cli/catalogue/pin-command.js";
import type { CommandContext } from "../../src/cli/command-context.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import { recordingOf } from "../fakes/measured-audio.js";

const trackKey = trackKeyFrom("Ann", "One");
const [recordingId, byRule] = [recordingOf("chosen"), recordingOf("by the rule")];

describe("overtone pin", () => {
  /** Runs the command; returns what it prints and what it asks the service for. */
  async function run(...words: string[]) {
    const ended = { lines: [] as string[], calls: [] as unknown[][] };
    const answer = (...call: unknown[]) => {
      ended.calls.push(call);
      const chosen = call[0] === "pin" ? recordingId : byRule;
      return Promise.resolve({ artist: "Ann", trackName: "One", recordingId: chosen });
    };
    const recordings = {
      pin: (...given: unknown[]) => answer("pin", ...given),
      unpin: (...given: unknown[]) => answer("unpin", ...given),
    };
    const context = {
      withServices: (use: (services: unknown) => Promise<void>) => use({ recordings }),
      print: (...lines: readonly string[]) => void ended.lines.push(...lines),
    } as unknown as CommandContext;
    await pinCommand(context).parseAsync(words, { from: "user" });
    return ended;
  }

  it("chooses a recording for a name, and says so", async () => {
    expect(await run(trackKey, recordingId)).toEqual({
      calls: [["pin", trackKey, recordingId]],
      lines: [`Ann - One answers for ${recordingId} now.`],
    });
  });

  it("takes the choice back", async () => {
    expect(await run(trackKey, "--undo")).toEqual({
      calls: [["unpin", trackKey]],
      lines: [`Ann - One answers for ${byRule} now.`],
    });
  });

  it.each([
    ["neither a recording nor --undo", [trackKey]],
    ["both", [trackKey, recordingId, "--undo"]],
    ["the id of a recording as the key", [recordingId, recordingId]],
    ["a key as the recording", [trackKey, trackKey]],
  ])("refuses %s", async (_what, words) => {
    await expect(run(...words)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});
