import { execFileSync } from "node:child_process";
import { link, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskTagFiles } from "../../../../src/adapters/library/tag-writing/disk-tag-files.js";
import type { TagProblem } from "../../../../src/ports/library/tag-files.js";
import { removeMusicFolders } from "../music-folder.js";
import {
  digests,
  files,
  never,
  read,
  stored,
  unfinishedFolder,
  valuesOf,
  write,
} from "./tag-access.js";
import { recording } from "./taggable-files.js";

afterEach(removeMusicFolders);

const mp3 = recording("tones-plain.mp3");

/** An entry for the user with the number 1 beside the owner, the group and all others. Source: acl(5), ext4. */
const ACL =
  "02000000" +
  "01000600ffffffff" +
  "0200040001000000" +
  "04000400ffffffff" +
  "10000600ffffffff" +
  "20000400ffffffff";

const attribute = (name: string, path: string, hex?: string): string =>
  execFileSync("python3", [
    "-c",
    hex === undefined
      ? "import os,sys; print(os.getxattr(sys.argv[2], sys.argv[1]).hex())"
      : "import os,sys; os.setxattr(sys.argv[2], sys.argv[1], bytes.fromhex(sys.argv[3]))",
    ...[name, path, hex ?? ""],
  ])
    .toString()
    .trim();

async function writeLossy(path: string): Promise<TagProblem | undefined> {
  const changes = new Map([["bpm" as const, [{ value: "120" }]]]);
  const beforeReplacing = (): Promise<void> => Promise.resolve();
  const lossy = new DiskTagFiles({ digests, unfinishedFolder, mayLose: true });
  return lossy.write(path, { changes, content: await read(path), beforeReplacing }, never);
}

const onLinux = process.platform === "linux" ? it : it.skip;

describe("Writing tags", () => {
  onLinux.each([
    ["an extended attribute", "user.rating", Buffer.from("five").toString("hex")],
    ["an access control list", "system.posix_acl_access", ACL],
  ])("keeps %s", async (_, name, value) => {
    const path = await stored(mp3);
    attribute(name, path, value);

    const problem = await write(path, { bpm: [{ value: "120" }] });

    expect(problem).toBeUndefined();
    expect(await valuesOf(path)).toEqual({ bpm: "120" });
    expect(attribute(name, path)).toBe(value);
  });

  onLinux("keeps times to the nanosecond", async () => {
    const path = await stored(mp3);
    execFileSync("touch", ["-m", "-d", "2001-02-03 04:05:06.123456789", path]);
    const before = await stat(path, { bigint: true });

    await write(path, { bpm: [{ value: "120" }] });

    expect((await stat(path, { bigint: true })).mtimeNs).toBe(before.mtimeNs);
  });

  it("refuses a file with another name, and separates it where that is allowed", async () => {
    const path = await stored(mp3);
    await link(path, `${path}.other`);

    const refused = await write(path, { bpm: [{ value: "120" }] });
    const unchanged = await readFile(path);
    const problem = await writeLossy(path);

    expect(refused?.problem).toContain("hard links");
    expect(unchanged.equals(mp3)).toBe(true);
    expect(problem).toBeUndefined();
    expect(await valuesOf(path)).toEqual({ bpm: "120" });
    expect((await readFile(`${path}.other`)).equals(mp3)).toBe(true);
  });

  it("writes the file that a link leads to", async () => {
    const path = await stored(mp3);
    await symlink(path, `${path}.link`);

    await write(`${path}.link`, { bpm: [{ value: "120" }] });

    expect(await valuesOf(path)).toEqual({ bpm: "120" });
  });
});

describe("A system whose cp keeps no attributes", () => {
  const { PATH } = process.env;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-cp-"));
    await writeFile(join(folder, "cp"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    process.env["PATH"] = `${folder}:${PATH}`;
  });
  afterEach(async () => {
    process.env["PATH"] = PATH;
    await rm(folder, { recursive: true });
  });

  onLinux("has files that are refused, unless their loss is allowed", async () => {
    const path = await stored(mp3);
    await utimes(path, 1_000, 1_000);

    const refused = await write(path, { bpm: [{ value: "120" }] });
    const content = await files.read(path);
    const problem = await writeLossy(path);

    expect(refused?.problem).toContain("GNU coreutils");
    expect(content).toMatchObject({ items: [] });
    expect(problem).toBeUndefined();
    expect(await valuesOf(path)).toEqual({ bpm: "120" });
    // Node.js 26 sets and reads other fractions of a microsecond.
    expect((await stat(path)).mtimeMs).toBeCloseTo(1_000_000, 2);
  });
});
