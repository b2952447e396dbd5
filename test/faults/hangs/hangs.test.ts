import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopProcesses } from "../../application/processes/running-process.js";
import { HungCallTrials } from "./hung-call-trial.js";
import { fileCalls, importedCalls } from "./outside-calls.js";

/** A busy machine needs several times as long as `npm run test:faults` allows. */
const LIMITS = { reach: 120_000, afterScan: 60_000, end: 60_000 };

const onLinux = process.platform === "linux" ? describe : describe.skip;

describe("The calls that never return in a trial", () => {
  it("are all that the adapters import, in each place", () => {
    const calls = fileCalls().filter(({ isOfHandle }) => !isOfHandle);

    expect(importedCalls()).toEqual(
      expect.arrayContaining(["open", "readFile", "readdir", "stat"]),
    );
    expect(calls).toHaveLength(3 * importedCalls().length);
  });
});

onLinux("A server of which a call never returns", () => {
  let folder: string;
  let trials: HungCallTrials;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-hangs-"));
    trials = await HungCallTrials.prepare(folder, LIMITS);
  }, 240_000);
  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    { call: "opendir", isOfHandle: false, place: "music" },
    { call: "readdir", isOfHandle: false, place: "lists" },
  ] as const)(
    "answers, logs it, and ends after a signal: $call in $place",
    async (fileCall) => {
      const { isReached, problems } = await trials.try(fileCall);

      expect({ isReached, problems }).toEqual({ isReached: true, problems: [] });
    },
    240_000,
  );
});
