import { createHash } from "node:crypto";
import { FaultRun } from "../fault-run.js";
import { optionsFrom } from "../options.js";
import { fuzzFiles, tryInProcess } from "./file-fuzzing.js";
import { mutantOf } from "./mutants.js";
import { partsOf } from "./file-parts.js";
import { withOggChecksums } from "./ogg-checksum.js";
import { seedFiles } from "./seed-files.js";
import { fuzzTags } from "./tag-fuzzing.js";

const files = seedFiles();
const SEED = 20_261_122;
/** One of each of the 29 files, and one more; `npm run test:faults` tries 10,000. */
const MUTANTS = 30;
/** Some of each file; `npm run test:faults` tries 20,000. */
const TAG_MUTANTS = 150;

describe("Mutants", () => {
  it("are the same in every run, and differ from each other", () => {
    const indices = Array.from({ length: 60 }, (_, index) => index);
    const digests = (seed: number): string[] =>
      indices.map((index) =>
        createHash("sha256")
          .update(mutantOf(files, seed, index).bytes)
          .digest("hex"),
      );

    const once = digests(SEED);
    const again = digests(SEED);
    const others = digests(SEED + 1);

    expect(again).toEqual(once);
    expect(new Set([...once, ...others]).size).toBeGreaterThan(110);
  });

  it.each(["WAV", "AIFF", "FLAC", "Vorbis", "ffmpeg"])(
    "have boundaries at the parts of %s",
    (format) => {
      const file = files.find((seed) => seed.format === format)!;

      const parts = partsOf(file.bytes);

      expect(parts.length).toBeGreaterThan(1);
    },
  );

  it("of Ogg get checksums as an encoder writes them", () => {
    const { bytes } = files.find(({ name }) => name === "tones.ogg")!;

    const same = withOggChecksums(bytes, partsOf(bytes));

    expect(Buffer.from(same).equals(bytes)).toBe(true);
  });
});

describe("Damaged files", () => {
  it("are decoded or refused with a documented code, and leave no file open", async () => {
    const options = optionsFrom(["--seed", String(SEED), "--mutants", String(MUTANTS)]);
    const run = new FaultRun(options, new AbortController().signal);

    const results = await fuzzFiles(run);
    await run.close();

    expect(results.flatMap(({ findings }) => findings)).toEqual([]);
    const tried = results.reduce((sum, { runs }) => sum + runs, 0);
    const skipped = results.some((result) => result.skipped !== undefined);
    expect(tried).toBeGreaterThan(skipped ? MUTANTS / 2 : MUTANTS - 1);
  }, 600_000);

  it("get tags and lose them again, byte for byte, or are refused and left as they are", async () => {
    const options = optionsFrom(["--seed", String(SEED), "--tag-mutants", String(TAG_MUTANTS)]);
    const run = new FaultRun(options, new AbortController().signal);

    const [result] = await fuzzTags(run);
    await run.close();

    expect(result?.findings).toEqual([]);
    expect(result?.runs).toBe(TAG_MUTANTS);
  }, 600_000);

  it("that crash their process are reported, and the following ones are run", async () => {
    const tried = await tryInProcess(
      { seed: SEED, indices: [0, 1], folder: "/no/such/folder", ffmpegCommand: "no-such-ffmpeg" },
      new AbortController().signal,
    );

    expect(tried).toMatchObject([{ index: 0, problems: ["the process ended with 1"] }]);
  });
});
