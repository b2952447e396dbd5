import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopProcesses } from "../../application/processes/running-process.js";
import { RandomChoices } from "../fuzzing/random-choices.js";
import { OwnerTrials } from "./owner-trials.js";

const onLinux = process.platform === "linux" ? describe : describe.skip;

/** One of each kind; `npm run test:faults` makes two thousand. */
const FAULTS = 4;

onLinux("Commands that are killed, whose disk is full, or that run beside each other", () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "overtone-owners-"))));
  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("change no file of anybody but as announced", async () => {
    const trials = await OwnerTrials.prepare(folder, { formats: 3 });

    const problems = [];
    for (let index = 0; index < FAULTS; index++) {
      problems.push(...(await trials.try(new RandomChoices(7, index), index)));
    }

    expect(problems).toEqual([]);
  }, 240_000);
});
