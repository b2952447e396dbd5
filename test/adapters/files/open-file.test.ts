import { execFileSync } from "node:child_process";
import { rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openFile, openFileAtOnce } from "../../../src/adapters/files/open-file.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";

describe.each([
  ["while its thread goes on", openFile],
  ["while its thread waits", openFileAtOnce],
])("A file that is opened %s", (_, open) => {
  let library: string;
  let outside: string;

  beforeEach(async () => {
    library = await musicFolder({ "album/song.mp3": "song" });
    outside = await musicFolder({ "song.mp3": "private", "album/song.mp3": "private" });
  });
  afterEach(removeMusicFolders);

  const wanted = (): { path: string; within: readonly string[] } => ({
    path: join(library, "album", "song.mp3"),
    within: [library],
  });
  const contentOf = async (file: { path: string; within?: readonly string[] }): Promise<string> => {
    const opened = await open(file);
    try {
      const bytes = new Uint8Array(100);
      const { bytesRead } = await opened.read(bytes, 0, bytes.length, 0);
      return Buffer.from(bytes.subarray(0, bytesRead)).toString();
    } finally {
      await opened.close();
    }
  };

  it("is read where it lies in its folder", async () => {
    await expect(contentOf(wanted())).resolves.toBe("song");
  });

  it("is still read where another has taken its name since it was opened", async () => {
    const opened = await open(wanted());
    await writeFile(join(library, "other"), "another");
    await rename(join(library, "other"), wanted().path);

    const bytes = new Uint8Array(4);
    await opened.read(bytes, 0, 4, 0);
    const [own, named] = [await opened.stat(), await opened.statOfPath()];
    await opened.close();

    expect(Buffer.from(bytes).toString()).toBe("song");
    expect(own.ino).not.toBe(named.ino);
  });

  it("is refused where a link has taken its place", async () => {
    await rename(wanted().path, join(library, "kept.mp3"));
    await symlink(join(outside, "song.mp3"), wanted().path);

    await expect(contentOf(wanted())).rejects.toMatchObject({ code: "ELOOP" });
  });

  it("is refused where a link has taken the place of a folder above it", async () => {
    await rename(join(library, "album"), join(library, "kept"));
    await symlink(join(outside, "album"), join(library, "album"));

    await expect(contentOf(wanted())).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("is opened at any place where a person has named it", async () => {
    await symlink(join(outside, "song.mp3"), join(library, "named.mp3"));

    await expect(contentOf({ path: join(library, "named.mp3") })).resolves.toBe("private");
  });

  it("may be a pipe, whose other end nobody waits for", async () => {
    const path = join(library, "pipe.mp3");
    execFileSync("env", ["mkfifo", path]);

    const opened = await open({ path, within: [library] });
    const stats = await opened.stat();
    await opened.close();

    expect(stats.isFIFO()).toBe(true);
  });
});
