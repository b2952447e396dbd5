import { rename } from "node:fs/promises";
import { neverAborted } from "../../../../src/domain/abort-signals.js";
import { join } from "node:path";
import { LibraryAudioSource } from "../../../../src/adapters/metadata/library/library-audio-source.js";
import { DiskLibraryFolders } from "../../../../src/adapters/library/disk-library-folders.js";
import { AudioElsewhereError } from "../../../../src/domain/errors/not-found-errors.js";
import { fileIdOf, type LibraryFile } from "../../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import type { Track } from "../../../../src/domain/track/track.js";
import type { NewJob } from "../../../../src/ports/analysis/job-queue.js";
import { libraryFile, MemoryLibraryStore } from "../../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { musicFolder, removeMusicFolders } from "../../library/music-folder.js";
import { InProcessTagReader } from "../../../fakes/in-process-readers.js";
import { diskAudio } from "../../../fakes/disk-audio.js";

const track: Track = {
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
  it("finds the file of a job, in the state that the last scan found it in", async () => {
    const folder = await musicFolder({ "a/b.flac": "1" });
    const file = moneyAt(folder, "a/b.flac");
    const source = sourceOf(folder, file, moneyAt(folder, "c.flac"));

    const audio = await source.find(jobOf(file), signal);

    expect(audio).toMatchObject({ kind: "file", path: join(folder, "a", "b.flac") });
    expect(audio).toHaveProperty("state.sizeBytes", file.sizeBytes);
    expect(source.name).toBe("library");
  });

  it("has no audio for a job without a file, nor for a file that is not stored", async () => {
    const folder = await musicFolder({ "a.flac": "1" });
    const source = sourceOf(folder, moneyAt(folder, "a.flac"));

    const found = [
      await source.find({ track }, signal),
      await source.find(jobOf(moneyAt(folder, "other.flac")), signal),
    ];

    expect(found).toEqual([undefined, undefined]);
  });

  it("refuses a job whose file lies in a folder that is not configured here", async () => {
    const file = moneyAt("/elsewhere", "a.flac");
    const source = sourceOf(await musicFolder({ "a.flac": "1" }), file);

    const finding = source.find(jobOf(file), signal);

    await expect(finding).rejects.toThrow(AudioElsewhereError);
  });

  it("reports audio as temporarily unavailable when the folder of its file is missing", async () => {
    const folder = await musicFolder({ "a.flac": "1" });
    const file = moneyAt(folder, "a.flac");
    const source = sourceOf(folder, file);
    await rename(folder, `${folder}.away`);

    const finding = source.find(jobOf(file), signal);

    await expect(finding).rejects.toMatchObject({
      code: "AUDIO_UNAVAILABLE",
      facts: { retryAfterSeconds: 10 },
    });
    await rename(`${folder}.away`, folder);
  });

  it("reports audio as temporarily unavailable when the folder of its file is empty", async () => {
    const folder = await musicFolder();
    const file = moneyAt(folder, "a.flac");
    const source = sourceOf(folder, file);

    const finding = source.find(jobOf(file), signal);

    await expect(finding).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
  });

  it("has no audio when the file is gone from a folder that has other entries", async () => {
    const folder = await musicFolder({ "notes.txt": "1" });
    const file = moneyAt(folder, "a.flac");
    const source = sourceOf(folder, file);

    const audio = await source.find(jobOf(file), signal);

    expect(audio).toBeUndefined();
  });
});

const moneyAt = (folder: string, relativePath: string): LibraryFile =>
  libraryFile("Pink Floyd", "Money", { folder, relativePath });

const signal = neverAborted();

const jobOf = ({ folder, relativePath }: LibraryFile): NewJob => ({
  track,
  file: { folder, relativePath, fileId: fileIdOf({ folder, relativePath }) },
});

function sourceOf(folder: string, ...files: readonly LibraryFile[]): LibraryAudioSource {
  return new LibraryAudioSource({
    store: new MemoryLibraryStore(files),
    folders: new DiskLibraryFolders({
      folders: [folder],
      logger: new RecordingLogger(),
      embedded,
    }),
    audio: diskAudio,
  });
}
