import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { overtone, stopProcesses } from "../processes/running-process.js";

describe("overtone library verify", () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-verify-"));
    environment = { DATA_DIR: folder, LIBRARY_DIRS: folder };
    await writeFile(
      join(folder, "one.aiff"),
      taggedAiff({ TPE1: "Ann", TIT2: "One" }, undefined, 1),
    );
    await writeFile(
      join(folder, "two.aiff"),
      taggedAiff({ TPE1: "Ann", TIT2: "Two" }, undefined, 2),
    );
    await overtone(["scan", "--analyze"], environment);
  });
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("finds nothing wrong where files hold what was measured", async () => {
    const { exitCode, output } = await overtone(["library", "verify"], environment);

    expect(output).toContain("2 files hold what was measured, 0 were not known yet, 0 were wrong");
    expect(exitCode).toBe(0);
  });

  it("lists files whose stored recording is wrong, puts it right, and says which were not known", async () => {
    const database = await openDatabase({ url: `sqlite:${join(folder, "overtone.db")}` });
    const files = database.kysely.updateTable("libraryFiles");
    await files
      .set({ recordingId: "rec:0123456789abcdef" })
      .where("trackName", "=", "One")
      .execute();
    await files.set({ recordingId: null }).where("trackName", "=", "Two").execute();
    await database.close();

    const first = await overtone(["library", "verify"], environment);
    const second = await overtone(["library", "verify", "--json"], environment);

    expect(first.output).toMatch(
      /one\.aiff: held rec:0123456789abcdef, and holds rec:[0-9a-f]{16} now/,
    );
    expect(first.output).toContain(
      "0 files hold what was measured, 1 were not known yet, 1 were wrong",
    );
    expect([first.exitCode, second.exitCode]).toEqual([1, 0]);
    const lines = second.output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines).toHaveLength(2);
    for (const name of ["one.aiff", "two.aiff"]) {
      const now = expect.stringMatching(/^rec:[0-9a-f]{16}$/) as string;
      expect(lines).toContainEqual({
        path: join(folder, name),
        verdict: "right",
        before: now,
        now,
      });
    }
  });

  it("keeps what a database had before the states of files were known, and finds files that are gone", async () => {
    const database = await openDatabase({ url: `sqlite:${join(folder, "overtone.db")}` });
    await database.kysely.updateTable("libraryFiles").set({ changedAt: 0, inode: 0 }).execute();
    await database.close();
    await rm(join(folder, "two.aiff"));

    const { exitCode, output, errors } = await overtone(["library", "verify"], environment);

    expect(output).toContain("1 files hold what was measured, 0 were not known yet, 0 were wrong");
    expect(errors).toMatch(/two\.aiff: cannot be read/);
    expect(exitCode).toBe(1);
  });
});
