import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWholeFile } from "../../../src/adapters/runtime/whole-file.js";

describe("A file that is written as a whole", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-whole-file-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

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

  it("may have a name of 255 bytes, and be a device", async () => {
    const long = join(folder, `${"ä".repeat(125)}.m3u8`);
    const device = join(folder, "nothing");
    await symlink("/dev/null", device);

    await writeWholeFile(long, bytes("a"));
    await writeWholeFile(device, bytes("a"));

    expect(await readFile(long, "utf8")).toBe("a");
    expect(await readFile(device, "utf8")).toBe("");
  });

  it("fails with the code of the operating system where it cannot be written", async () => {
    const writing = writeWholeFile(join(folder, "none", "one.csv"), bytes("a"));

    await expect(writing).rejects.toMatchObject({ code: "ENOENT" });
  });
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
