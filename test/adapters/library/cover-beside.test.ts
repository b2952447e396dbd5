import { link, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DiskCalls } from "../../../src/adapters/files/disk-calls.js";
import { DiskLibraryFolders } from "../../../src/adapters/library/disk-library-folders.js";
import { listed } from "../../contracts/library-folders.contract.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { musicFolder, removeMusicFolders, type FolderContent } from "./music-folder.js";
import { taggedAiff } from "./tagged-audio.js";

const png = Buffer.from("89504e470d0a1a0a01", "hex");
const jpeg = Buffer.from("ffd8ffe000104a464946000101", "hex");
const embedded = new InProcessTagReader();

afterEach(removeMusicFolders);
afterAll(() => embedded.close());

const over = (
  folder: string,
  excluded: readonly string[] = [],
  disk = new DiskCalls(),
): DiskLibraryFolders => {
  const logger = new RecordingLogger();
  return new DiskLibraryFolders({ folders: [folder], excluded, logger, embedded, disk });
};

/** Returns the files of a folder, with the covers that are read beside them. */
async function filesIn(folders: DiskLibraryFolders, folder: string) {
  const files = await listed(folders, folder);
  return Promise.all(
    files.map(async (file) => ({ ...file, ...(await folders.read(file)).beside })),
  );
}

/** Returns the names of the covers that are found beside the files of a folder, by the path of the file. */
async function coversIn(content: FolderContent) {
  const folder = await musicFolder(content);
  const files = await filesIn(over(folder), folder);
  return Object.fromEntries(files.map((file) => [file.relativePath, file.coverBeside]));
}

/** A disk that counts the calls to each path, and on which one file can be looked at, but not opened. */
class CountingDisk extends DiskCalls {
  readonly calls = new Map<string, number>();
  broken: string | undefined;

  override run<Result>(
    path: string,
    call: () => Promise<Result>,
    release?: (late: Result) => unknown,
  ): Promise<Result> {
    const count = (this.calls.get(path) ?? 0) + 1;
    this.calls.set(path, count);
    const failure = Object.assign(new Error("EIO"), { code: "EIO", syscall: "open" });
    return path === this.broken && count > 1
      ? Promise.reject(failure)
      : super.run(path, call, release);
  }
}

describe("The cover beside a file", () => {
  it.each([
    ["folder.jpg", jpeg],
    ["Folder.JPG", jpeg],
    ["cover.png", png],
    ["front.jpeg", jpeg],
    ["AlbumArt.gif", Buffer.from("GIF89a")],
    ["album.webp", Buffer.from("RIFF\0\0\0\0WEBP")],
  ])("is %s, in any letter case", async (name, bytes) => {
    const covers = await coversIn({ "a.aiff": taggedAiff(), [name]: bytes });

    expect(covers).toEqual({ "a.aiff": name });
  });

  it("is the first by its name where there are several, and of the directory of the file alone", async () => {
    const covers = await coversIn({
      "a.aiff": taggedAiff(),
      "front.jpg": jpeg,
      "b/c.aiff": taggedAiff(),
      "b/folder.jpg": jpeg,
      "b/COVER.png": png,
      "b/cover.gif": Buffer.from("GIF89a"),
      "d/e.aiff": taggedAiff(),
      "d/booklet.jpg": jpeg,
    });

    expect(covers).toEqual({
      "a.aiff": "front.jpg",
      "b/c.aiff": "COVER.png",
      "d/e.aiff": undefined,
    });
  });

  it("is none that is no picture, too large, hidden or excluded", async () => {
    const content = { "a.aiff": taggedAiff(), ".cover.jpg": jpeg, "front.png": png };
    const folder = await musicFolder({ ...content, "cover.jpg": "<svg onload='alert(1)'/>" });
    await writeFile(join(folder, "folder.jpg"), jpeg);
    await truncate(join(folder, "folder.jpg"), 16 * 2 ** 20 + 1);

    const [file] = await filesIn(over(folder, ["front.*"]), folder);

    expect(file).toBeDefined();
    expect(file?.coverBeside).toBeUndefined();
  });

  it("is none behind a link out of the library, and one behind a link within it", async () => {
    const outside = await musicFolder({ "secret.jpg": jpeg });
    const folder = await musicFolder({ "a.aiff": taggedAiff(), "b/art.png": png });
    await symlink(join(outside, "secret.jpg"), join(folder, "cover.jpg"));
    await symlink(join(folder, "b", "art.png"), join(folder, "folder.png"));
    const folders = over(folder);

    const [file] = await filesIn(folders, folder);
    const cover = await folders.findCover({ ...file!, hasCover: false });
    const linked = { ...file!, hasCover: false, coverBeside: "cover.jpg" };
    const out = await folders.findCover(linked);
    const climbed = await folders.findCover({ ...linked, coverBeside: "../cover.jpg" });

    expect(file?.coverBeside).toBe("folder.png");
    expect(cover).toMatchObject({ mediaType: "image/png" });
    expect([out, climbed]).toEqual([undefined, undefined]);
  });

  it("stands behind the embedded one, and is read as it is now", async () => {
    const folder = await musicFolder({
      "a.aiff": taggedAiff({ TIT2: "A" }, jpeg),
      "cover.png": png,
    });
    const folders = over(folder);
    const [file] = await filesIn(folders, folder);

    const inside = await folders.findCover({ ...file!, hasCover: true });
    const beside = await folders.findCover({ ...file!, hasCover: false });
    await writeFile(join(folder, "cover.png"), "no picture any more");
    const changed = await folders.findCover({ ...file!, hasCover: false });
    await rm(join(folder, "cover.png"));
    const removed = await folders.findCover({ ...file!, hasCover: false });

    expect([inside?.mediaType, beside?.mediaType]).toEqual(["image/jpeg", "image/png"]);
    expect(Buffer.from(beside?.bytes ?? []).equals(png)).toBe(true);
    expect([changed, removed]).toEqual([undefined, undefined]);
  });

  it("is looked at once, and not opened again while no file that may be one has changed", async () => {
    const folder = await musicFolder({
      ...{ "a.aiff": taggedAiff(), "b.aiff": taggedAiff(), "c/d.aiff": taggedAiff() },
      ...{ "cover.jpg": "no picture", "folder.png": png },
    });
    const disk = new CountingDisk();
    const folders = over(folder, [], disk);
    const [cover, picture] = [join(folder, "cover.jpg"), join(folder, "folder.png")];
    const read = await filesIn(folders, folder);
    const opened = disk.calls.get(picture)!;
    disk.calls.clear();

    const unchanged = await listed(folders, folder);
    const looks = [disk.calls.get(cover), disk.calls.get(picture)];
    await writeFile(cover, jpeg);
    const changed = await filesIn(folders, folder);
    await rm(cover);
    await rename(picture, join(folder, "front.png"));
    const renamed = await filesIn(folders, folder);

    const statesOf = (files: readonly { readonly covers?: string }[]) =>
      files.map(({ covers }) => covers);
    expect(read.map(({ coverBeside }) => coverBeside)).toEqual([
      ...["folder.png", "folder.png", undefined],
    ]);
    expect(opened).toBeGreaterThan(1);
    expect(statesOf(unchanged)).toEqual(statesOf(read));
    expect(looks).toEqual([1, 1]);
    expect(changed.map(({ coverBeside }) => coverBeside)).toEqual([
      ...["cover.jpg", "cover.jpg", undefined],
    ]);
    expect(renamed[0]?.coverBeside).toBe("front.png");
    const states = [read, changed, renamed].map(([first]) => first?.covers);
    expect(new Set(states).size).toBe(3);
    expect(statesOf(changed)[2]).toBeUndefined();
  });

  it("is looked for again by the next scan where it could not be read", async () => {
    const folder = await musicFolder({ "a.aiff": taggedAiff(), "cover.png": png });
    const disk = new CountingDisk();
    disk.broken = join(folder, "cover.png");
    const folders = over(folder, [], disk);
    const [file] = await listed(folders, folder);

    const content = await folders.read(file!);

    expect(content.beside).toEqual({ covers: "" });
    expect(file?.covers).not.toBe("");
  });

  it("is that of the directory of a link to a file", async () => {
    const folder = await musicFolder({ "a/b.aiff": taggedAiff(), "c/cover.png": png });
    await link(join(folder, "a", "b.aiff"), join(folder, "c", "hard.aiff"));
    await symlink(join(folder, "a", "b.aiff"), join(folder, "c", "soft.aiff"));

    const files = await filesIn(over(folder), folder);

    expect(files.map(({ relativePath, coverBeside }) => [relativePath, coverBeside])).toEqual([
      ["a/b.aiff", undefined],
      ["c/hard.aiff", "cover.png"],
      ["c/soft.aiff", "cover.png"],
    ]);
  });
});
