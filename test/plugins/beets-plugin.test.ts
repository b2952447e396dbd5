import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseFile } from "music-metadata";
import { WorkerAnalyzer } from "../../src/adapters/analyzer/worker-analyzer.js";
import { packageFile } from "../../src/build/package-file.js";
import { configFrom } from "../../src/config/config.js";
import type { TrackKey } from "../../src/domain/track/track-key.js";
import { openServer, type RunningServer } from "../../src/server/server.js";
import { builtAnalysisThread } from "../adapters/threads/built-threads.js";
import { offline } from "../application/offline.js";
import { inProcessReaders } from "../fakes/in-process-readers.js";
import { findProgram } from "../installed-program.js";

const beetPath = findProgram("beet", "beets");
const describeWithBeets = beetPath === undefined ? describe.skip : describe;

const library = fileURLToPath(packageFile("src/demo/library/"));
const WALTZ = "7f13f1f9a12d9aee" as TrackKey;

describeWithBeets("The plugin for beets (skipped without beets)", () => {
  let folder: string;
  let music: string;
  let server: RunningServer;
  let reader: string;
  let writer: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-beets-"));
    music = join(folder, "music");
    await mkdir(music);
    for (const name of ["Overtone - Four on the Floor.mp3", "Overtone - Slow Waltz.ogg"]) {
      await copyFile(join(library, name), join(music, name));
    }
    const served = join(folder, "served");
    await mkdir(served);
    await copyFile(join(library, "Overtone - Slow Waltz.ogg"), join(served, "waltz.ogg"));
    const config = configFrom({
      ...{ ...offline, DATA_DIR: folder, LIBRARY_DIRS: served, PORT: "0", LOG_LEVEL: "error" },
      // The plugin is told at once that an analysis is not ready, and asks again.
      ANALYSIS_WAIT_MS: "1",
    });
    server = await openServer(config, {
      analyzer: new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread }),
      ...inProcessReaders(),
    });
    await server.services.library.scanAll();
    const { access } = server.services;
    reader = (await access.issue({ name: "reader", scopes: ["read"] })).token;
    writer = (await access.issue({ name: "writer", scopes: ["read", "write"] })).token;
    await beet(["import", "-A", "-C", "-q", music]);
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the command `beet` with these settings of the plugin. */
  const beet = async (
    words: readonly string[],
    { url = server.url, key = reader, ...others }: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly code: number; readonly output: string }> => {
    const settings = Object.entries({ url, key, ...others });
    await writeFile(
      join(folder, "config.yaml"),
      [
        `directory: ${music}`,
        `library: ${join(folder, "beets.db")}`,
        `pluginpath: ${fileURLToPath(packageFile("src/plugins/beets"))}`,
        "plugins: overtone",
        "import: { copy: no, write: yes }",
        "overtone:",
        ...settings.map(([name, value]) => `  ${name}: ${value}`),
      ].join("\n"),
    );
    const env = { ...process.env, BEETSDIR: folder, PYTHONDONTWRITEBYTECODE: "1" };
    return new Promise((resolve) => {
      execFile(beetPath ?? "", words, { env }, (error, output, errors) =>
        resolve({ code: Number(error?.code ?? 0), output: output + errors }),
      );
    });
  };

  const listed = async (format: string, query = ""): Promise<string> =>
    (await beet(["ls", "-f", format, query])).output;

  it("prints what it would store with --pretend", async () => {
    const { output } = await beet(["overtone", "--pretend", "Slow Waltz"]);

    expect(output).toMatch(/^Overtone - Slow Waltz: .*bpm=90 .*initial_key=D .*mood_relaxed=0\.9/m);
    expect(await listed("$bpm", "Slow Waltz")).toBe("0\n");
  });

  it("stores measured values in the library and in the tags, and says what has none", async () => {
    const { output } = await beet(["overtone"]);

    const fields = await listed("$bpm $initial_key $time_signature $mood_sad", "Slow Waltz");
    const tags = await parseFile(join(music, "Overtone - Slow Waltz.ogg"));
    const [analysis] = await server.services.analyses.findMany([WALTZ]);
    expect(analysis).toBeDefined();
    expect(output).toMatch(/Overtone - Four on the Floor: .* \(TRACK_NOT_FOUND\)/);
    expect(fields).toMatch(/^90 D 3 0\.9\d*\n$/);
    expect(tags.common.bpm).toBe(90);
    expect(Object.values(tags.native).flat()).toContainEqual({ id: "INITIALKEY", value: "D" });
  });

  it("lets the library be queried by what was measured", async () => {
    const calm = await listed("$title", "mood_relaxed:0.9..");
    const loud = await listed("$title", "mood_aggressive:0.9..");

    expect([calm, loud]).toEqual(["Slow Waltz\n", ""]);
  });

  it("uploads files that the server does not have, where it is set", async () => {
    const { output } = await beet(["overtone"], { key: writer, upload: "yes" });

    expect(output).not.toMatch(/NOT_FOUND/);
    expect(await listed("$bpm $initial_key", "Four on the Floor")).toBe("128 Am\n");
  });

  it("asks for nothing that it has, unless it is forced", async () => {
    const again = await beet(["overtone"], { url: "http://127.0.0.1:9" });
    const forced = await beet(["overtone", "--force"], { url: "http://127.0.0.1:9" });

    expect(again.code).toBe(0);
    expect(forced.code).toBe(1);
    expect(forced.output).toMatch(/127\.0\.0\.1:9 cannot be reached .*set overtone\.url/);
  });

  it("says what to do without a valid key", async () => {
    const { code, output } = await beet(["overtone", "--force"], { key: "wrong" });

    expect(code).toBe(1);
    expect(output).toMatch(/This API key is unknown.*Set overtone\.key/);
  });

  it("fills the fields while importing with auto", async () => {
    const garden = join(folder, "garden");
    await mkdir(garden);
    await copyFile(join(library, "Marguerite Vale - Paper Lanterns.mp3"), join(garden, "a.mp3"));

    const { output } = await beet(["import", "-A", "-C", "-q", garden], {
      ...{ key: writer, auto: "yes", upload: "yes" },
    });

    expect(output).not.toMatch(/rror/);
    expect(await listed("$bpm", "Paper Lanterns")).toMatch(/^(?:72|71)\n$/);
  });
});
