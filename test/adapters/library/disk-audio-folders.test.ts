import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { DiskAudioFolders } from "../../../src/adapters/library/disk-audio-folders.js";
import { musicFolder, removeMusicFolders } from "./music-folder.js";

const { signal } = new AbortController();
const folders = new DiskAudioFolders();

afterEach(removeMusicFolders);

describe("Folders of audio on a disk", () => {
  it("list the files that a library scan would read, by the given path", async () => {
    const folder = await musicFolder({
      "a.mp3": "1",
      "deeper/b.FLAC": "2",
      "notes.txt": "3",
      ".hidden/c.mp3": "4",
    });
    await symlink(folder, join(folder, "circle"));
    await symlink("/", join(folder, "away"));
    const link = join(await musicFolder(), "music");
    await symlink(folder, link);

    const content = await folders.findContent(link, signal);

    expect(content?.files.toSorted()).toEqual([join(link, "a.mp3"), join(link, "deeper/b.FLAC")]);
    expect(content?.unreachable).toEqual([]);
  });

  it("report what cannot be read", async () => {
    const folder = await musicFolder({ "a.mp3": "1" });
    await symlink("x".repeat(300), join(folder, "refused"));

    const content = await folders.findContent(folder, signal);

    expect(content).toEqual({
      files: [join(folder, "a.mp3")],
      unreachable: [{ path: join(folder, "refused"), reason: "cannot be read (ENAMETOOLONG)" }],
    });
  });

  it("omit excluded files and folders", async () => {
    const folder = await musicFolder({ "a.mp3": "1", "@eaDir/b.mp3": "1" });
    await symlink("x".repeat(300), join(folder, "lost+found"));
    const excluding = new DiskAudioFolders({ excluded: ["@eaDir", "lost+found"] });

    const content = await excluding.findContent(folder, signal);

    expect(content).toEqual({ files: [join(folder, "a.mp3")], unreachable: [] });
  });

  it("are undefined for a path of a file, or of nothing", async () => {
    const folder = await musicFolder({ "a.mp3": "1" });
    const paths = [join(folder, "a.mp3"), join(folder, "absent"), "x".repeat(5_000)];

    const contents = await Promise.all(paths.map((path) => folders.findContent(path, signal)));

    expect(contents).toEqual([undefined, undefined, undefined]);
  });

  it("stop listing when aborted", async () => {
    const folder = await musicFolder({ "a.mp3": "1" });

    const search = folders.findContent(folder, AbortSignal.abort(new Error("stopped")));

    await expect(search).rejects.toThrow("stopped");
  });
});
