import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UnfinishedFiles } from "../../../src/adapters/runtime/unfinished-files.js";

/** The id of a process that has ended. */
const ended = spawnSync(process.execPath, ["--version"]).pid;

describe("What is remembered of unfinished files", () => {
  let [music, folder] = ["", ""];
  let files: UnfinishedFiles;
  const written = (): string => join(music, ".new.tmp");

  beforeEach(async () => {
    music = await mkdtemp(join(tmpdir(), "overtone-unfinished-"));
    folder = join(music, "notes");
    files = new UnfinishedFiles({ folder, name: /^\.new\.tmp$/ });
    await writeFile(written(), "half");
  });
  afterEach(() => rm(music, { recursive: true }));

  /** Remembers a file as a process that has ended has done. */
  const rememberedByEnded = async (path: string): Promise<void> => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${ended}-1`), path);
  };

  it("removes what a process has left that has ended", async () => {
    await rememberedByEnded(written());

    const removed = await files.removeLeft();

    expect(removed).toEqual([written()]);
    expect(existsSync(written())).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it("keeps what a process writes that runs", async () => {
    const forget = await files.remember(written());

    const removed = await files.removeLeft();

    expect(removed).toEqual([]);
    expect(existsSync(written())).toBe(true);
    expect([...(await files.underWay())]).toEqual([written()]);
    await forget();
    expect([...(await files.underWay())]).toEqual([]);
  });

  it.each([
    { case: "a file of another name", path: () => join(music, "song.mp3") },
    { case: "a name that was cut off", path: () => written().slice(0, -2) },
    { case: "no file yet", path: () => "" },
  ])("removes nothing where it says $case", async ({ path }) => {
    await writeFile(join(music, "song.mp3"), "music");
    await rememberedByEnded(path());

    const removed = await files.removeLeft();

    expect(removed).toEqual([]);
    expect(await readdir(music)).toEqual([".new.tmp", "notes", "song.mp3"]);
  });

  it("removes a file once its folder is there again", async () => {
    const [disk, away] = [join(music, "disk"), join(music, "away")];
    await mkdir(away);
    await rename(written(), join(away, ".new.tmp"));
    await rememberedByEnded(join(disk, ".new.tmp"));

    const whileAway = await files.removeLeft();
    await rename(away, disk);
    const removed = await files.removeLeft();

    expect(whileAway).toEqual([]);
    expect(removed).toEqual([join(disk, ".new.tmp")]);
  });

  it("is nothing where nothing was ever written", async () => {
    expect(await files.removeLeft()).toEqual([]);
  });
});
