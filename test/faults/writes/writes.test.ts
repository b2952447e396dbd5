import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../installed-program.js";
import { KilledWriters } from "./killed-writers.js";

const isPossible = process.platform === "linux" && findProgram("gcc") !== undefined;

/** As many as take some seconds; `npm run test:faults` makes ten thousand. */
const KILLS = 20;

(isPossible ? describe : describe.skip)("Processes that are killed while they store", () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "overtone-writes-"))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("lose nothing that was stored, and store nothing by half", async () => {
    const writers = await KilledWriters.prepare(folder);

    const problems = [];
    for (let kill = 0; kill < KILLS; kill += 1) problems.push(...(await writers.kill(7)));
    writers.close();

    expect(problems).toEqual([]);
  }, 240_000);
});
