import { execFileSync } from "node:child_process";
import { rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { ConfinedOpener } from "../../../src/adapters/files/confined-opener.js";
import type { BlockingFile } from "../../../src/adapters/files/open-file.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";

describe("The opener of files of the library", () => {
  let folder: string;
  let opener: ConfinedOpener;
  const opened: BlockingFile[] = [];
  beforeEach(async () => {
    folder = await musicFolder({ "a/one.mp3": "one", "a/two.mp3": "two", "b/three.mp3": "three" });
    opener = new ConfinedOpener();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((file) => file.close()));
    await removeMusicFolders();
  });

  /** Returns what the file at a path of the folder contains; `undefined` where none is opened. */
  function contentOf(relativePath: string): string | undefined {
    const file = opener.open([folder], { folder, relativePath });
    if (file) opened.push(file);
    return file?.bytesAt(0, file.size).toString();
  }

  it("opens files of several directories, and those that links in the folder lead to", async () => {
    await symlink(join(folder, "b"), join(folder, "linked"));
    await symlink(join(folder, "a", "one.mp3"), join(folder, "b", "four.mp3"));

    const paths = ["a/one.mp3", "a/two.mp3", "b/three.mp3", "linked/three.mp3", "b/four.mp3"];

    expect(paths.map(contentOf)).toEqual(["one", "two", "three", "three", "one"]);
  });

  it("opens nothing outside of the folder, also where a link leads there since a file of the same directory was opened", async () => {
    const outside = await musicFolder({ "one.mp3": "secret", "two.mp3": "secret" });
    await symlink(join(outside, "one.mp3"), join(folder, "file.mp3"));
    await symlink(outside, join(folder, "outside"));
    const before = ["file.mp3", "outside/one.mp3", "a/one.mp3"].map(contentOf);

    await rename(join(folder, "a"), join(folder, "kept"));
    await symlink(outside, join(folder, "a"));

    expect(before).toEqual([undefined, undefined, "one"]);
    expect(contentOf("a/two.mp3")).toBeUndefined();
  });

  it("opens nothing where there is no regular file, or a path is not plain", async () => {
    await rm(join(folder, "a", "two.mp3"));
    execFileSync("env", ["mkfifo", join(folder, "pipe.mp3")]);

    const paths = ["a/one.mp3", "a/two.mp3", "gone/one.mp3", "a/one.mp3/x.mp3", "a", "pipe.mp3"];

    const unusual = ["../one.mp3", "a/../a/one.mp3", "a//one.mp3", join(folder, "a/one.mp3")];
    expect(paths.map(contentOf).filter((content) => content !== undefined)).toEqual(["one"]);
    expect(unusual.map(contentOf)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
