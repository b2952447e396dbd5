import { appendFile, mkdtemp, readdir, rm, symlink, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileTagJournal } from "../../../src/adapters/library/file-tag-journal.js";
import { ManualClock } from "../../fakes/manual-clock.js";

const write = (path: string) => ({
  path,
  changes: [{ field: "bpm" as const, before: [], after: [{ value: "120" }] }],
});

describe("The journal of tags", () => {
  let folder: string;
  let journal: FileTagJournal;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-journal-"));
    journal = new FileTagJournal({ folder, clock: new ManualClock() });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("has what was added, without a line that was cut off", async () => {
    const id = await journal.begin();
    await journal.add(id, write("/a.mp3"));
    const [file] = await readdir(folder);
    await appendFile(join(folder, file!), '{"path":"/b.m');

    const [run] = await journal.list();

    expect(run?.writes.map(({ path }) => path)).toEqual(["/a.mp3"]);
  });

  it("says that the disk is full", async () => {
    const id = await journal.begin();
    const [file] = await readdir(folder);
    await unlink(join(folder, file!));
    await symlink("/dev/full", join(folder, file!));

    await expect(journal.add(id, write("/a.mp3"))).rejects.toMatchObject({ code: "STORAGE_FULL" });
  });
});
