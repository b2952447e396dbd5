import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AudioUndecodableError } from "../../src/domain/errors/analysis-errors.js";
import { InvalidInputError } from "../../src/domain/errors/request-errors.js";
import type { FoundFile } from "../../src/domain/library/library-file.js";
import type { LibraryFolders } from "../../src/ports/library/library-folders.js";
import type { FolderContent } from "../adapters/library/music-folder.js";
import { taggedAiff } from "../adapters/library/tagged-audio.js";

/** LibraryFolders with one configured folder that has some files. */
export interface OpenedFolders {
  readonly folders: LibraryFolders;
  readonly folder: string;
}

/** The contract of all LibraryFolders. */
export function describeLibraryFolders(
  name: string,
  open: (content: FolderContent) => Promise<OpenedFolders>,
): void {
  describe(`${name} as LibraryFolders`, () => {
    it("lists every file with an audio file extension, at any depth", async () => {
      const { folders, folder } = await open({
        "a.mp3": "1",
        "B/c.FLAC": "22",
        "B/D/e.opus": "333",
        "B/cover.jpg": "4",
        "notes.txt": "5",
      });

      const files = await listed(folders, folder);

      expect(files.map(({ relativePath }) => relativePath)).toEqual([
        "B/D/e.opus",
        "B/c.FLAC",
        "a.mp3",
      ]);
      expect(files.map(({ sizeBytes }) => sizeBytes)).toEqual([3, 2, 1]);
      expect(files.every((file) => file.folder === folder && file.modifiedAt > 0)).toBe(true);
    });

    it("stops listing when it is aborted", async () => {
      const { folders, folder } = await open({ "a.mp3": "1" });

      const listing = listed(folders, folder, AbortSignal.abort(new Error("enough")));

      await expect(listing).rejects.toThrow("enough");
    });

    it("reads the tags", async () => {
      const { folders, folder } = await open({
        "x.aiff": taggedAiff({
          TPE1: "Sigrún Ös",
          TIT2: "Ljósið",
          TALB: "Sumar",
          TCON: "Ambient",
          TDRC: "1999-05-01",
          TRCK: "3/12",
          TPOS: "2/2",
          TSRC: "qz-ovt-26-00001",
        }),
      });

      const read = await folders.read(await only(folders, folder));

      expect(read).toEqual({
        artist: "Sigrún Ös",
        trackName: "Ljósið",
        album: "Sumar",
        genre: "Ambient",
        year: 1999,
        trackNumber: 3,
        discNumber: 2,
        isrc: "QZOVT2600001",
        durationSeconds: 0.1,
        ...{ format: "AIFF", bitRateKbps: 129 },
        hasCover: false,
        fingerprint: expect.any(String),
      });
    });

    it("reads the file name when there are no tags", async () => {
      const { folders, folder } = await open({ "Pink Floyd - Money.aiff": taggedAiff() });

      const read = await folders.read(await only(folders, folder));

      expect(read).toMatchObject({ artist: "Pink Floyd", trackName: "Money", hasCover: false });
    });

    it("has the same fingerprint for the same content anywhere, and another for other content", async () => {
      const { folders, folder } = await open({
        "a.aiff": taggedAiff({ TIT2: "Money" }),
        "b/c.aiff": taggedAiff({ TIT2: "Money" }),
        "d.aiff": taggedAiff({ TIT2: "Honey" }),
      });

      const files = await listed(folders, folder);
      const read = await Promise.all(files.map((file) => folders.read(file)));

      const [a, c, d] = read.map(({ fingerprint }) => fingerprint);
      expect(a).toBe(c);
      expect(a).not.toBe(d);
    });

    it.each([
      ["no bytes", ""],
      ["text", "It was a dark and stormy night; the rain fell in torrents."],
    ])("refuses a file of %s, whatever its name", async (_, content) => {
      const { folders, folder } = await open({ "a.wav": content, "b.mp3": content });

      const files = await listed(folders, folder);
      const reads = await Promise.allSettled(files.map((file) => folders.read(file)));

      expect(reads.map((read) => read.status === "rejected" && read.reason)).toEqual([
        expect.any(AudioUndecodableError),
        expect.any(AudioUndecodableError),
      ]);
    });

    it("refuses to read a file that was deleted since it was listed", async () => {
      const { folders, folder } = await open({ "b.mp3": "1" });
      const gone = {
        folder,
        relativePath: "a.mp3",
        sizeBytes: 1,
        modifiedAt: 1,
        changedAt: 1,
        inode: 1,
      };

      const reading = folders.read(gone);

      await expect(reading).rejects.toThrow(AudioUndecodableError);
    });

    it("returns the embedded cover with the media type of its bytes", async () => {
      const jpeg = Buffer.from("ffd8ffe000104a464946000101", "hex");
      const { folders, folder } = await open({ "a.aiff": taggedAiff({ TIT2: "A" }, jpeg) });
      const file = await only(folders, folder);

      const cover = await folders.findCover({ ...file, hasCover: true });

      expect(cover?.mediaType).toBe("image/jpeg");
      expect(Buffer.from(cover?.bytes ?? []).equals(jpeg)).toBe(true);
      expect((await folders.read(file)).hasCover).toBe(true);
    });

    it("returns no cover that is not a picture", async () => {
      const script = Buffer.from("<svg onload='alert(1)'/>");
      const { folders, folder } = await open({ "a.aiff": taggedAiff({ TIT2: "A" }, script) });
      const file = await only(folders, folder);

      const cover = await folders.findCover({ ...file, hasCover: true });

      expect(cover).toBeUndefined();
      expect((await folders.read(file)).hasCover).toBe(false);
    });

    it("finds the audio of a file that it listed", async () => {
      const { folders, folder } = await open({ "a/b.aiff": taggedAiff() });

      const audio = await folders.findAudio(await only(folders, folder));

      expect(audio).toBeDefined();
    });

    it.each([
      ["climbs", "../secret.aiff"],
      ["climbs from within", "a/../../secret.aiff"],
      ["is absolute", "/etc/passwd"],
      ["contains a null byte", "b.aiff\0.png"],
      ["is empty", ""],
      ["names a folder", "a"],
      ["names nothing", "nowhere.aiff"],
    ])("finds nothing by a path that %s", async (_, relativePath) => {
      const { folders, folder } = await open({ "a/b.aiff": taggedAiff(), "b.aiff": taggedAiff() });

      const path = { folder, relativePath };
      const cover = await folders.findCover({ ...path, hasCover: true, coverBeside: "cover.png" });
      const found = [await folders.findAudio(path), cover];

      expect(found).toEqual([undefined, undefined]);
    });

    it("finds a file by a folder below or above its own, and nothing by another folder", async () => {
      const { folders, folder } = await open({ "a/b.aiff": taggedAiff() });
      const [above, name] = [dirname(folder), basename(folder)];

      const found = await Promise.all([
        folders.findAudio({ folder: `${folder}/a`, relativePath: "b.aiff" }),
        folders.findAudio({ folder: above, relativePath: `${name}/a/b.aiff` }),
        folders.findAudio({ folder: `${folder}.other`, relativePath: "a/b.aiff" }),
        folders.findAudio({ folder: "a", relativePath: "b.aiff" }),
      ]);

      const state = expect.objectContaining({ sizeBytes: taggedAiff().length }) as object;
      const path = `${folder}/a/b.aiff`;
      const file = expect.objectContaining({ kind: "file", path, state }) as object;
      expect(found).toEqual([file, file, undefined, undefined]);
    });

    it("recognises a folder of the library, and one below it", async () => {
      const { folders, folder } = await open({ "a/b/c.aiff": taggedAiff() });

      const resolved = [await folders.resolve(folder), await folders.resolve(`${folder}/a/b/`)];

      expect(await folders.survey()).toEqual({ folders: [folder], missing: [] });
      expect(resolved).toEqual([
        { folder, below: "" },
        { folder, below: "a/b" },
      ]);
    });

    it("finds a readable folder with files, and not one that has become empty", async () => {
      const { folders, folder } = await open({ "a.aiff": taggedAiff() });

      const before = await folders.findActive();
      await rm(join(folder, "a.aiff"));
      const after = await folders.findActive();

      expect(before).toEqual([folder]);
      expect(after).toEqual([]);
    });

    it.each([
      ["outside", "/"],
      ["beside", "-beside"],
      ["that does not exist", "/nowhere"],
      ["that is a file", "/a.aiff"],
    ])("refuses to scan a folder %s", async (_, suffix) => {
      const { folders, folder } = await open({ "a.aiff": taggedAiff() });

      const resolving = folders.resolve(suffix === "/" ? "/" : `${folder}${suffix}`);

      await expect(resolving).rejects.toThrow(InvalidInputError);
    });
  });
}

/** Returns all files below a folder, by path. */
export async function listed(
  folders: LibraryFolders,
  folder: string,
  signal?: AbortSignal,
): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  for await (const file of folders.listFiles(folder, { signal })) files.push(file);
  return files.sort((one, other) => (one.relativePath < other.relativePath ? -1 : 1));
}

async function only(folders: LibraryFolders, folder: string): Promise<FoundFile> {
  const [file, ...others] = await listed(folders, folder);
  if (!file || others.length > 0) throw new Error("The test wanted exactly one file.");
  return file;
}
