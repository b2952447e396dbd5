import { DecodingAnalyzer } from "../fakes/decoding-analyzer.js";
import { describeWithReaders } from "../adapters/decoder/independent-readers.js";
import { musicFolder, removeMusicFolders } from "../adapters/library/music-folder.js";
import { oddFiles } from "./catalogue/catalogue.js";
import { problemsOf, runFileMatrix } from "./matrix/file-matrix.js";

/** What is said of every file, so that every tag can be written. */
const measured = {
  ...{ tempo: 128, key: 9, mode: 0, energy: 0.65, loudness: -11.5, truePeak: -0.1, relaxed: 0.8 },
};

afterAll(removeMusicFolders);

describeWithReaders("Odd files (skipped without ffmpeg and Mutagen)", () => {
  it("are many, and have names of their own", () => {
    expect(oddFiles.length).toBeGreaterThanOrEqual(250);
    expect(new Set(oddFiles.map(({ name }) => name)).size).toBe(oddFiles.length);
  });

  it("are read, exported, tagged and restored as they should be", async () => {
    const folder = await musicFolder();

    const rows = await runFileMatrix(oddFiles, {
      folder,
      analyzer: new DecodingAnalyzer(measured),
    });

    expect(problemsOf(rows)).toEqual([]);
  }, 600_000);
});
