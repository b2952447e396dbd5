import { rename } from "node:fs/promises";
import { join } from "node:path";
import { LibraryAudioSource } from "../../../../src/adapters/metadata/library/library-audio-source.js";
import { DiskLibraryFolders } from "../../../../src/adapters/library/disk-library-folders.js";
import type { LibraryFile } from "../../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import type { Track } from "../../../../src/domain/track/track.js";
import { libraryFile, MemoryLibraryStore } from "../../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { musicFolder, removeMusicFolders } from "../../library/music-folder.js";
import { InProcessTagReader } from "../../../fakes/in-process-tag-reader.js";

const money: Track = {
  trackKey: trackKeyFrom("Pink Floyd", "Money"),
  artist: "Pink Floyd",
  trackName: "Money",
  artwork: { kind: "none" },
  providers: ["library"],
};

const embedded = new InProcessTagReader();

afterEach(removeMusicFolders);
afterAll(() => embedded.close());

describe("The library as an audio source", () => {
  it("finds the file of a track", async () => {
    const folder = await musicFolder({ "a/b.flac": "1" });
    const source = sourceOf(folder, moneyAt(folder, "a/b.flac", 1));

    const audio = await source.find(money, new AbortController().signal);

    expect(audio).toEqual({ kind: "file", path: join(folder, "a", "b.flac") });
    expect(source.name).toBe("library");
  });

  it("uses the next file of the track when the newest is gone", async () => {
    const folder = await musicFolder({ "old.flac": "1" });
    const files = [moneyAt(folder, "new.flac", 2), moneyAt(folder, "old.flac", 1)];
    const source = sourceOf(folder, ...files);

    const audio = await source.find(money, new AbortController().signal);

    expect(audio).toEqual({ kind: "file", path: join(folder, "old.flac") });
  });

  it("has no audio for a track without files", async () => {
    const folder = await musicFolder();
    const source = sourceOf(folder);

    const audio = await source.find(money, new AbortController().signal);

    expect(audio).toBeUndefined();
  });

  it("reports audio as temporarily unavailable when the folder of its file is missing", async () => {
    const folder = await musicFolder({ "a.flac": "1" });
    const source = sourceOf(folder, moneyAt(folder, "a.flac", 1));
    await rename(folder, `${folder}.away`);

    const finding = source.find(money, new AbortController().signal);

    await expect(finding).rejects.toMatchObject({
      code: "AUDIO_UNAVAILABLE",
      facts: { retryAfterSeconds: 10 },
    });
    await rename(`${folder}.away`, folder);
  });

  it("reports audio as temporarily unavailable when the folder of its file is empty", async () => {
    const folder = await musicFolder();
    const source = sourceOf(folder, moneyAt(folder, "a.flac", 1));

    const finding = source.find(money, new AbortController().signal);

    await expect(finding).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
  });

  it("has no audio when the file is gone from a folder that has other entries", async () => {
    const folder = await musicFolder({ "notes.txt": "1" });
    const source = sourceOf(folder, moneyAt(folder, "a.flac", 1));

    const audio = await source.find(money, new AbortController().signal);

    expect(audio).toBeUndefined();
  });

  it("rejects with the signal's reason when it is aborted", async () => {
    const folder = await musicFolder({ "a.flac": "1" });
    const source = sourceOf(folder, moneyAt(folder, "a.flac", 1));

    const finding = source.find(money, AbortSignal.abort(new Error("aborted by the caller")));

    await expect(finding).rejects.toThrow("aborted by the caller");
  });
});

const moneyAt = (folder: string, relativePath: string, modifiedAt: number): LibraryFile =>
  libraryFile("Pink Floyd", "Money", { folder, relativePath, modifiedAt });

function sourceOf(folder: string, ...files: readonly LibraryFile[]): LibraryAudioSource {
  return new LibraryAudioSource({
    store: new MemoryLibraryStore(files),
    folders: new DiskLibraryFolders({
      folders: [folder],
      logger: new RecordingLogger(),
      embedded,
    }),
  });
}
