import { execFileSync } from "node:child_process";
import promises, {
  lstat,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addWholeFile,
  writeOutput,
  writeWholeFile,
} from "../../../src/adapters/runtime/whole-file.js";

describe("A file that is written as a whole", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-whole-file-"));
  });
  afterEach(async () => {
    promises.link = own;
    syncBuiltinESMExports();
    await rm(folder, { recursive: true, force: true });
  });

  const own = promises.link;
  /** Lets the disk be one on which a file has one name. */
  const refuseLinks = (): void => {
    promises.link = () =>
      Promise.reject(Object.assign(new Error("refused"), { code: "EPERM", syscall: "link" }));
    syncBuiltinESMExports();
  };

  it("replaces the one before when its content is complete", async () => {
    const path = join(folder, "one.csv");
    await writeFile(path, "before");
    const seen: string[] = [];
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("first, ");
      seen.push(await readFile(path, "utf8"));
      yield Buffer.from("second");
    }

    await writeWholeFile(path, content());

    expect(seen).toEqual(["before"]);
    expect(await readFile(path, "utf8")).toBe("first, second");
    expect(await readdir(folder)).toEqual(["one.csv"]);
  });

  it("leaves the one before, and nothing else, where its content fails", async () => {
    const path = join(folder, "one.csv");
    await writeFile(path, "before");
    async function* content(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from("first"));
      throw new Error("no more");
    }

    await expect(writeWholeFile(path, content())).rejects.toThrow("no more");

    expect(await readFile(path, "utf8")).toBe("before");
    expect(await readdir(folder)).toEqual(["one.csv"]);
  });

  it.each(["with", "without"])("is added %s hard links, and replaces nothing", async (links) => {
    if (links === "without") refuseLinks();
    const path = join(folder, "one.m3u8");
    const dangling = join(folder, "link.m3u8");
    await symlink("nowhere", dangling);

    const isAdded = await addWholeFile(path, bytes("first"));
    const isAddedAgain = await addWholeFile(path, bytes("second"));
    const isAddedThroughLink = await addWholeFile(dangling, bytes("third"));

    expect([isAdded, isAddedAgain, isAddedThroughLink]).toEqual([true, false, false]);
    expect(await readFile(path, "utf8")).toBe("first");
    expect((await readdir(folder)).sort()).toEqual(["link.m3u8", "one.m3u8"]);
    expect((await lstat(path)).nlink).toBe(1);
  });

  it("may have a name of 255 bytes", async () => {
    const long = join(folder, `${"ä".repeat(125)}.m3u8`);

    await writeWholeFile(long, bytes("a"));

    expect(await readFile(long, "utf8")).toBe("a");
  });

  it("replaces a pipe, whose reader nobody waits for", async () => {
    const pipe = join(folder, "one.m3u8");
    execFileSync("env", ["mkfifo", pipe]);

    await writeWholeFile(pipe, bytes("a"));

    expect(await readFile(pipe, "utf8")).toBe("a");
  });

  it("is written to a device where a person has named one, and to a file otherwise", async () => {
    const [device, file] = [join(folder, "nothing"), join(folder, "one.csv")];
    await symlink("/dev/null", device);

    await writeOutput(device, bytes("a"));
    await writeOutput(file, bytes("b"));

    expect(await readFile(device, "utf8")).toBe("");
    expect(await readFile(file, "utf8")).toBe("b");
  });

  it("is written to where a link leads that a person has named, and the link stays", async () => {
    const [link, target] = [join(folder, "latest.csv"), join(folder, "one.csv")];
    const dangling = join(folder, "none.csv");
    await writeFile(target, "before");
    await symlink("one.csv", link);
    await symlink("nowhere", dangling);

    await writeOutput(link, bytes("a"));
    await writeOutput(dangling, bytes("b"));

    expect(await readlink(link)).toBe("one.csv");
    expect(await readFile(target, "utf8")).toBe("a");
    expect(await readFile(dangling, "utf8")).toBe("b");
    expect((await readdir(folder)).sort()).toEqual(["latest.csv", "none.csv", "one.csv"]);
  });

  it("removes what an interrupted process left beside it long ago", async () => {
    const [old, young, other] = ["a", "b", "c"].map(
      (letter) => `.overtone-${letter.repeat(36)}.part`,
    );
    for (const name of [old, young]) await writeFile(join(folder, name!), "part");
    await writeFile(join(folder, `${other}.txt`), "another's");
    await utimes(join(folder, old!), 1, 1);
    await utimes(join(folder, `${other}.txt`), 1, 1);

    await writeWholeFile(join(folder, "one.csv"), bytes("a"));

    expect((await readdir(folder)).sort()).toEqual([young, `${other}.txt`, "one.csv"]);
  });

  it("fails with the code of the operating system where it cannot be written", async () => {
    const writing = writeWholeFile(join(folder, "none", "one.csv"), bytes("a"));

    await expect(writing).rejects.toMatchObject({ code: "ENOENT" });
  });
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
