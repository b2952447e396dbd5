import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { overtone, startServerProcess, stopProcesses } from "./running-process.js";

const tones = fileURLToPath(new URL("../../recordings/audio/tones-16.flac", import.meta.url));

describe("A command", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "overtone-commands-"))));
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("uses the settings of the server beside it, and names its database", async () => {
    const [data, music] = [join(folder, "data"), join(folder, "music")];
    await mkdir(music);
    await copyFile(tones, join(music, "tones.flac"));
    const server = await startServerProcess({
      ...{ DATA_DIR: data, LIBRARY_DIRS: music, LOG_LEVEL: "warn", METADATA_PROVIDERS: "library" },
    });
    await overtone(["scan", "--analyze"], { DATA_DIR: data });

    const list = join(folder, "all.m3u8");
    const exported = await overtone(["export", "--format", "m3u8", "--output", list], {
      DATA_DIR: data,
    });

    expect(exported).toMatchObject({ exitCode: 0, output: "" });
    expect(exported.errors).toContain(`Database: ${join(data, "overtone.db")}; as its server has`);
    expect(exported.errors).toContain("LIBRARY_DIRS");
    expect(await readFile(list, "utf8")).toContain(join(music, "tones.flac"));
    expect(server.url).toMatch(/^http/);
  });

  it.each([
    ["export", ["export", "--format", "csv"]],
    ["keys", ["keys", "create", "--name", "tests"]],
    ["library", ["library"]],
    ["playlist", ["playlist", "list"]],
  ])("creates no database by accident: %s", async (_, words) => {
    const data = join(folder, "data");

    const { exitCode, output, errors } = await overtone(words, { DATA_DIR: data });

    expect([exitCode, output]).toEqual([1, ""]);
    expect(errors).toContain(`There is no database at ${join(data, "overtone.db")}. Set DATA_DIR`);
    expect(await readdir(folder)).toEqual([]);
  });

  it("that shows tags needs no database, and creates none", async () => {
    const [data, file] = [join(folder, "data"), join(folder, "tones.flac")];
    await copyFile(tones, file);

    const { exitCode, output, errors } = await overtone(["tag", file], { DATA_DIR: data });

    expect(exitCode).toBe(0);
    expect(output).toContain("Nothing was written");
    expect(errors).toContain(`Database: none at ${join(data, "overtone.db")}`);
    expect(await readdir(folder)).toEqual(["tones.flac"]);
  });

  it("says that it creates one where it may, and which variable is perhaps misspelt", async () => {
    const { exitCode, output, errors } = await overtone(["migrate"], {
      ...{ DATA_DIR: folder, LIBRARY_DIR: "/music" },
    });

    expect([exitCode, output]).toEqual([0, "The database is up to date.\n"]);
    expect(errors).toContain("LIBRARY_DIR is not a setting: perhaps LIBRARY_DIRS is meant.");
    expect(errors).toContain(`Database: ${join(folder, "overtone.db")} (new)`);
  });
});
