import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { DiskLibraryFolders } from "../../../src/adapters/library/disk-library-folders.js";
import { isSameState } from "../../../src/domain/library/file-state.js";
import type { LibraryFile } from "../../../src/domain/library/library-file.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { FileRecordings } from "../../../src/services/analysis/file-recordings.js";
import { readLibraryFiles } from "../../../src/services/analysis/read-library-files.js";
import { RetaggedFiles } from "../../../src/services/tagging/retagged-files.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { digests, write } from "../../adapters/library/tag-writing/tag-access.js";
import { recording } from "../../adapters/library/tag-writing/taggable-files.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { diskAudio } from "../../fakes/disk-audio.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

const flac = recording("tones-16.flac");

describe("Files whose tags were written", () => {
  let music: string;
  let path: string;
  let recordingId: RecordingId;
  let folders: DiskLibraryFolders;
  let library: MemoryLibraryStore;
  let retagged: RetaggedFiles;
  beforeEach(async () => {
    music = await musicFolder({ "Ann/Ann - Song.flac": flac });
    path = join(music, "Ann", "Ann - Song.flac");
    recordingId = (await digests.digestOf(path))!.recordingId;
    const needs = { logger: new RecordingLogger(), embedded: new InProcessTagReader() };
    folders = new DiskLibraryFolders({ folders: [music], ...needs });
    library = new MemoryLibraryStore();
    const analyses = {
      findMany: () => Promise.resolve([{ ...analysisOf("Ann", "Song"), recordingId }]),
      verify: () => Promise.reject(new Error("There is nothing to verify.")),
    };
    const recordings = new FileRecordings({
      files: library,
      ...{ folders, audio: diskAudio, digests, analyses },
    });
    retagged = new RetaggedFiles({ folders, library, recordings });
  });
  afterEach(removeMusicFolders);

  /** Stores the files of the folder as they are now, by default with the recording in them. */
  async function stored(
    known: Partial<LibraryFile> = { recordingId },
  ): Promise<readonly LibraryFile[]> {
    for await (const found of folders.listFiles(music)) {
      const files = await readLibraryFiles(folders, found, []);
      await library.save(files.map((file) => ({ ...file, ...known })));
    }
    return library.listFolder(music);
  }

  /** Returns the paths of files that the next scan would find changed. */
  async function changed(): Promise<readonly string[]> {
    const paths: string[] = [];
    for await (const found of folders.listFiles(music)) {
      const [file] = await library.findAt(found);
      if (!file || !isSameState(file, found)) paths.push(found.relativePath);
    }
    return paths;
  }

  it("are read again, and keep their recordings", async () => {
    await stored();
    await write(path, { bpm: [{ value: "128" }] });
    const before = await changed();

    await retagged.reread([{ path, recordingId }]);

    expect(before).toEqual(["Ann/Ann - Song.flac"]);
    expect(await changed()).toEqual([]);
    expect(await library.listFolder(music)).toMatchObject([
      { recordingId, tagged: { tempo: 128 }, artist: "Ann", trackName: "Song" },
    ]);
  });

  it("are read again under all names that the library has of them", async () => {
    await symlink(path, join(music, "Ann - Link.flac"));
    const files = await stored();
    await write(path, { bpm: [{ value: "128" }] });

    await retagged.reread([{ path, recordingId }]);

    expect(files).toHaveLength(2);
    expect(await changed()).toEqual([]);
  });

  it("are read again where the library did not know what they hold", async () => {
    await stored({});
    await write(path, { bpm: [{ value: "128" }] });

    await retagged.reread([{ path, recordingId }]);

    expect(await changed()).toEqual([]);
    expect(await library.findFiles(recordingId)).toEqual([]);
  });

  it("stay as they are stored where they have not changed", async () => {
    await stored({ recordingId, trackName: "As it was stored" });

    await retagged.reread([{ path, recordingId }]);

    expect(await library.listFolder(music)).toMatchObject([{ trackName: "As it was stored" }]);
  });

  it("are not added where the library does not have them", async () => {
    const outside = join(await musicFolder({ "Ben - Song.flac": flac }), "Ben - Song.flac");

    await retagged.reread([
      { path: outside },
      { path },
      { path: join(music, "gone", "Song.flac") },
    ]);

    expect(await library.count()).toBe(0);
  });
});
