import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProcessFolder } from "../../../src/adapters/runtime/process-folder.js";

describe("The folder of a process", () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "overtone-folder-"));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it("is created when it is needed, and deleted with its files", async () => {
    const folder = new ProcessFolder(join(parent, "below"));
    await folder.create();
    await writeFile(join(folder.path, "file"), "la");

    await folder.close();

    expect(await readdir(join(parent, "below"))).toEqual([]);
  });

  it("replaces those of processes that have ended, and of no others", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const names = [`${pid}-ended`, `${process.ppid}-running`, "another"];
    for (const name of names) await mkdir(join(parent, name));
    const folder = new ProcessFolder(parent);
    await folder.create();

    await new ProcessFolder(parent).removeLeftovers();

    const left = (await readdir(parent)).map((name) => join(parent, name));
    expect([...left].sort()).toEqual(
      [join(parent, names[1]!), join(parent, names[2]!), folder.path].sort(),
    );
  });
});
