import type { FolderContent } from "../../../src/ports/library/audio-folders.js";
import { FileAnalysisService } from "../../../src/services/analysis/file-analysis-service.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const { signal } = new AbortController();

/** Returns the service with these folders; every other path is a file. */
function over(folders: Readonly<Record<string, Partial<FolderContent>>>): FileAnalysisService {
  const findContent = (path: string): Promise<FolderContent | undefined> => {
    const content = folders[path];
    return Promise.resolve(content && { files: [], unreachable: [], ...content });
  };
  const tags = {
    readTracks: () => Promise.reject(new Error("no tags are read")),
    findTags: () => Promise.reject(new Error("no tags are read")),
  };
  const analyzer = new FakeAnalyzer();
  return new FileAnalysisService({
    analyzer,
    folders: { findContent },
    tags,
    clock: new ManualClock(),
  });
}

describe("The files to analyse", () => {
  it("are those below a given folder, in the order of their paths", async () => {
    const service = over({ m: { files: ["m/b.mp3", "m/a/z.wav", "m/B.flac"] } });

    const files = await service.findFiles(["last.mp3", "m", "first.mp3"], signal);

    expect(files.map(({ path }) => path)).toEqual([
      "last.mp3",
      ...["m/B.flac", "m/a/z.wav", "m/b.mp3"],
      "first.mp3",
    ]);
  });

  it("include what cannot be read, in its place and with the reason", async () => {
    const locked = { path: "m/b", reason: "cannot be read (EACCES)" };
    const service = over({ m: { files: ["m/c.mp3", "m/a.mp3"], unreachable: [locked] } });

    const files = await service.findFiles(["m"], signal);

    expect(files).toEqual([
      { path: "m/a.mp3" },
      {
        path: "m/b",
        error: expect.objectContaining({
          code: "AUDIO_UNDECODABLE",
          message: "The audio cannot be decoded: cannot be read (EACCES).",
        }),
      },
      { path: "m/c.mp3" },
    ]);
  });

  it("include a folder without audio, with that reason", async () => {
    const files = await over({ m: {} }).findFiles(["m"], signal);

    expect(files).toEqual([
      { path: "m", error: expect.objectContaining({ code: "AUDIO_UNDECODABLE" }) },
    ]);
  });
});
