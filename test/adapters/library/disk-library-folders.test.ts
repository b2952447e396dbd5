import { execFileSync } from "node:child_process";
import { rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ThreadedAudioDigests } from "../../../src/adapters/library/audio-stream/threaded-audio-digests.js";
import { DiskAudioReader } from "../../../src/adapters/library/disk-audio-reader.js";
import { DiskLibraryFolders } from "../../../src/adapters/library/disk-library-folders.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { describeLibraryFolders, listed } from "../../contracts/library-folders.contract.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { musicFolder, removeMusicFolders } from "./music-folder.js";
import { builtDigestThread } from "../threads/built-threads.js";
import { taggedAiff } from "./tagged-audio.js";

const embedded = new InProcessTagReader();

afterEach(removeMusicFolders);
afterAll(() => embedded.close());

const over = (...folders: readonly string[]): DiskLibraryFolders =>
  new DiskLibraryFolders({ folders, logger: new RecordingLogger(), embedded });

const pathsOf = async (folders: DiskLibraryFolders, folder: string): Promise<string[]> =>
  (await listed(folders, folder)).map(({ relativePath }) => relativePath);

describeLibraryFolders("DiskLibraryFolders", async (content) => {
  const folder = await musicFolder(content);
  return { folders: over(folder), folder };
});

describe("The library folders on disk", () => {
  it("skip hidden files and folders", async () => {
    const folder = await musicFolder({ "a.mp3": "1", ".b.mp3": "1", ".trash/c.mp3": "1" });

    const paths = await pathsOf(over(folder), folder);

    expect(paths).toEqual(["a.mp3"]);
  });

  it("keep a path in the Unicode form of the disk, and return names in composed form", async () => {
    const name = "Sigrún Ös - Ljósið.aiff".normalize("NFD");
    const folder = await musicFolder({ [name]: taggedAiff() });
    const [file] = await listed(over(folder), folder);

    const read = await over(folder).read(file!);

    expect(file?.relativePath).toBe(name);
    expect(read).toMatchObject({ artist: "Sigrún Ös", trackName: "Ljósið" });
  });

  it("list more files than one batch holds", async () => {
    const names = Array.from(
      { length: 150 },
      (_, index) => `${String(index).padStart(3, "0")}.mp3`,
    );
    const folder = await musicFolder(Object.fromEntries(names.map((name) => [name, "1"])));

    const paths = await pathsOf(over(folder), folder);

    expect(paths).toEqual(names);
  });

  it("follow links that stay inside the folder, each once, also in a circle of links", async () => {
    const folder = await musicFolder({ "a/b.mp3": "1", ".hidden/c.mp3": "1" });
    await symlink(folder, join(folder, "a", "circle"));
    await symlink(join(folder, ".hidden"), join(folder, "shown"));
    await symlink("itself", join(folder, "itself"));

    const paths = await pathsOf(over(folder), folder);

    expect(paths).toEqual(["a/b.mp3", "shown/c.mp3"]);
  });

  it("do not follow links that lead outside", async () => {
    const outside = await musicFolder({ "secret.aiff": taggedAiff() });
    const folder = await musicFolder();
    await symlink(outside, join(folder, "folder"));
    await symlink(join(outside, "secret.aiff"), join(folder, "file.aiff"));
    const folders = over(folder);

    const paths = await pathsOf(folders, folder);
    const byFile = await folders.findAudio({ folder, relativePath: "file.aiff" });
    const byFolder = await folders.findAudio({ folder, relativePath: "folder/secret.aiff" });

    expect([paths, byFile, byFolder]).toEqual([[], undefined, undefined]);
    await expect(folders.resolve(join(folder, "folder"))).rejects.toThrow("outside");
  });

  it("refuse a listed file that was replaced by a link that leads outside", async () => {
    const outside = await musicFolder({ "secret.aiff": taggedAiff() });
    const folder = await musicFolder({ "a/b.aiff": taggedAiff() });
    const folders = over(folder);
    const [file] = await listed(folders, folder);
    await rename(join(outside, "secret.aiff"), join(outside, "b.aiff"));
    await rm(join(folder, "a"), { recursive: true });
    await symlink(outside, join(folder, "a"));

    const audio = await folders.findAudio(file!);

    expect(audio).toBeUndefined();
    await expect(folders.read(file!)).rejects.toThrow("does not exist any more");
  });

  it("say where a file must lie, so that none is read that a link leads to since it was found", async () => {
    const outside = await musicFolder({ "b.aiff": taggedAiff() });
    const folder = await musicFolder({ "a/b.aiff": taggedAiff() });
    const audio = await over(folder).findAudio({ folder, relativePath: "a/b.aiff" });
    await rename(join(folder, "a"), join(folder, "kept"));
    await symlink(outside, join(folder, "a"));

    const { kind, path, within } = audio!;
    const opening = new DiskAudioReader().open({ kind, path, within: within! });
    await expect(opening).rejects.toMatchObject({ code: "AUDIO_UNDECODABLE" });

    const digests = new ThreadedAudioDigests({ workerUrl: builtDigestThread });
    const reading = digests.digestOf(path, { within: within! });
    await expect(reading).rejects.toMatchObject({ code: "AUDIO_UNDECODABLE" });
    await digests.close();
    await expect(embedded.findCover({ path, within })).resolves.toBeUndefined();
  });

  it("do not block on a pipe that is named like audio", async () => {
    const folder = await musicFolder();
    execFileSync("env", ["mkfifo", join(folder, "a.mp3")]);
    const folders = over(folder);

    const audio = await folders.findAudio({ folder, relativePath: "a.mp3" });

    expect(audio).toBeUndefined();
    expect(await pathsOf(folders, folder)).toEqual([]);
  });

  it("are canonical, without nested and duplicate folders", async () => {
    const folder = await musicFolder({ "a/b.mp3": "1" });
    const elsewhere = await musicFolder();
    await symlink(folder, join(elsewhere, "link"));
    const folders = over(join(folder, "a"), `${folder}/`, join(elsewhere, "link"), elsewhere);

    const survey = await folders.survey();

    expect(survey).toEqual({ folders: [folder, elsewhere], missing: [] });
  });

  it("continue without a folder that does not exist, and log it once", async () => {
    const logger = new RecordingLogger();
    const folder = await musicFolder();
    const folders = new DiskLibraryFolders({
      folders: [`${folder}/nowhere`, folder],
      logger,
      embedded,
    });

    const surveys = [await folders.survey(), await folders.survey()];

    const missing = [{ path: `${folder}/nowhere`, reason: "does not exist" }];
    expect(surveys).toEqual([
      { folders: [folder], missing },
      { folders: [folder], missing },
    ]);
    expect(logger.lines).toEqual([
      {
        level: "warn",
        message: "A library folder cannot be used.",
        facts: { folder: `${folder}/nowhere`, reason: "does not exist" },
      },
    ]);
  });

  it("report the path of an unreadable folder, and continue", async () => {
    const logger = new RecordingLogger();
    const folder = await musicFolder({ "a.mp3": "1" });
    await symlink("nowhere", join(folder, "dangling"));
    const folders = new DiskLibraryFolders({ folders: [folder], logger, embedded });

    const files = await listed(folders, folder);

    expect(files).toHaveLength(1);
    expect(logger.lines).toEqual([
      expect.objectContaining({
        level: "warn",
        facts: { path: join(folder, "dangling"), reason: "ENOENT" },
      }),
    ]);
  });

  it("report what may exist but cannot be read, and not what does not exist", async () => {
    const folder = await musicFolder({ "a.mp3": "1" });
    await symlink("nowhere", join(folder, "dangling"));
    await symlink("x".repeat(300), join(folder, "refused"));
    const reported: [string, string][] = [];

    const files = over(folder).listFiles(folder, {
      onUnreachable: (path, reason) => void reported.push([path, reason]),
    });
    const paths: string[] = [];
    for await (const { relativePath } of files) paths.push(relativePath);

    expect(paths).toEqual(["a.mp3"]);
    expect(reported).toEqual([["refused", "cannot be read (ENAMETOOLONG)"]]);
  });

  it("neither list nor read what is excluded by its name or path", async () => {
    const folder = await musicFolder({
      "a.mp3": "1",
      "@EADIR/b.mp3": "1",
      "deeper/@eaDir/c.mp3": "1",
      "deeper/d.part.mp3": "1",
      "Live [1999]/e.mp3": "1",
      "books/f.mp3": "1",
      "deeper/books/g.mp3": "1",
      "lost and found/h.mp3": "1",
    });
    await symlink("x".repeat(300), join(folder, "lost+found"));
    const logger = new RecordingLogger();
    const excluded = ["lost+found", "@eaDir", "*.part.mp3", "Live [1999]", "books/**"];
    const folders = new DiskLibraryFolders({ folders: [folder], excluded, logger, embedded });
    const reported: string[] = [];

    const files = folders.listFiles(folder, { onUnreachable: (path) => void reported.push(path) });
    const paths: string[] = [];
    for await (const { relativePath } of files) paths.push(relativePath);
    const ofExcluded = await pathsOf(folders, join(folder, "deeper", "@eaDir"));

    expect(paths.toSorted()).toEqual(["a.mp3", "deeper/books/g.mp3", "lost and found/h.mp3"]);
    expect(reported).toEqual([]);
    expect(logger.lines).toEqual([]);
    expect(ofExcluded).toEqual([]);
  });

  it("list the files below one requested folder only", async () => {
    const folder = await musicFolder({ "a/b.mp3": "1", "c.mp3": "1" });

    const paths = await pathsOf(over(folder), join(folder, "a"));

    expect(paths).toEqual(["a/b.mp3"]);
  });

  it("keep a file whose tags are damaged, by its file name", async () => {
    const damaged = Buffer.from(taggedAiff({ TIT2: "Lost" }));
    damaged.fill(0xff, damaged.length - 15);
    const truncated = taggedAiff({ TIT2: "Lost" }).subarray(0, 30);
    const folder = await musicFolder({ "A - B.aiff": truncated, "A - C.aiff": damaged });
    const folders = over(folder);

    const files = await listed(folders, folder);
    const read = await Promise.all(files.map((file) => folders.read(file)));

    expect(read.map(({ artist, trackName }) => `${artist}/${trackName}`)).toEqual(["A/B", "A/C"]);
  });

  it("detect a change in the middle of a long file", async () => {
    const long = Buffer.alloc(400_000);
    Buffer.from(taggedAiff()).copy(long);
    const folder = await musicFolder({ "a.aiff": long });
    const [file] = await listed(over(folder), folder);
    const before = await over(folder).read(file!);
    long[200_000] = 1;
    await writeFile(join(folder, "a.aiff"), long);

    const after = await over(folder).read(file!);

    expect(after.fingerprint).not.toBe(before.fingerprint);
  });

  it("keep a MusicBrainz recording id only if it is valid", async () => {
    const id = "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11";
    const folder = await musicFolder({
      "a.aiff": taggedAiff({ UFID: `http://musicbrainz.org\0${id.toUpperCase()}` }),
      "b.aiff": taggedAiff({ UFID: "http://musicbrainz.org\0none" }),
    });
    const folders = over(folder);

    const files = await listed(folders, folder);
    const read = await Promise.all(files.map((file) => folders.read(file)));

    expect(read.map(({ musicbrainzId }) => musicbrainzId)).toEqual([id, undefined]);
  });
});
