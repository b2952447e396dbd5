import { copyFile, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configFrom } from "../../../src/config/config.js";
import { compose } from "../../../src/composition/compose.js";
import type { Application } from "../../../src/services/services.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { offline } from "../../application/offline.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

const demo = fileURLToPath(new URL("../../../src/demo/library/", import.meta.url));
const untagged = join(demo, "The Copper Wires - Gravel Road.wav");
const waltz = join(demo, "Overtone - Slow Waltz.ogg");
const nobody = trackKeyFrom("Nobody", "Here");

/** A path that no user can open, not even root, because it is too long. */
const unreachableTarget = "x".repeat(300);
const waitOptions = { signal: new AbortController().signal };

describe("A scan of the library", () => {
  let folder: string;
  let application: Application;
  let analyzer: FakeAnalyzer;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-scan-"));
    await mkdir(join(folder, "deep"));
    analyzer = new FakeAnalyzer({ tempo: 90 });
    application = await compose(
      configFrom({ ...offline, DATABASE_URL: "sqlite::memory:", LIBRARY_DIRS: folder }),
      { analyzer, logger: new RecordingLogger(), ...inProcessReaders() },
    );
    application.start();
    await copyFile(untagged, join(folder, "Nobody - Here.wav"));
    await copyFile(waltz, join(folder, "deep", "x.ogg"));
    await application.services.library.scanAll();
  });
  afterEach(async () => {
    await application.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("does not change unchanged files", async () => {
    const report = await application.services.library.scanAll();

    expect(report).toMatchObject({ unchanged: 2, added: 0, changed: 0, moved: 0, deleted: 0 });
  });

  it("detects new, moved and deleted files", async () => {
    await copyFile(untagged, join(folder, "Nobody - There.wav"));
    await rename(join(folder, "deep", "x.ogg"), join(folder, "y.ogg"));
    await rm(join(folder, "Nobody - Here.wav"));

    const report = await application.services.library.scanAll();
    const again = await application.services.library.scanAll();

    // The new file has the content of the one that is gone, so it counts as that one, moved.
    expect(report).toMatchObject({ added: 0, moved: 2, deleted: 0, unchanged: 0 });
    expect(again).toMatchObject({ unchanged: 2, deleted: 0 });
    await expect(application.services.library.countFiles()).resolves.toBe(2);
  });

  it("does not answer what was measured on other content of a file", async () => {
    const { analyses, library } = application.services;
    await analyses.request({ trackKey: nobody }, waitOptions);
    const path = join(folder, "Nobody - Here.wav");
    await writeFile(join(folder, "other.tmp"), taggedAiff({}, undefined, 5));
    await rename(join(folder, "other.tmp"), path);

    const report = await library.scanAll();
    const [state] = await analyses.findMany([nobody]);

    expect(report).toMatchObject({ changed: 1 });
    expect(state?.state).toBe("not_requested");
  });

  it("keeps the analysis of a file that was only touched", async () => {
    const { analyses, library } = application.services;
    await analyses.request({ trackKey: nobody }, waitOptions);
    await utimes(join(folder, "Nobody - Here.wav"), 1_000, 1_000);

    const report = await library.scanAll();
    const [state] = await analyses.findMany([nobody]);

    expect(report).toMatchObject({ changed: 1 });
    expect(state?.state).toBe("ready");
  });

  it("scans only a given folder, and removes no files elsewhere", async () => {
    await rm(join(folder, "Nobody - Here.wav"));
    await copyFile(waltz, join(folder, "deep", "z.ogg"));

    const report = await application.services.library.scan(join(folder, "deep"));

    expect(report).toMatchObject({ added: 1, unchanged: 1, deleted: 0 });
  });

  it("reports which files could not be read, and continues", async () => {
    await writeFile(join(folder, "notes.wav"), "not audio at all");
    await writeFile(join(folder, "empty.mp3"), "");

    const report = await application.services.library.scanAll();

    expect(report.failed.map(({ path }) => path.replace(`${folder}/`, "")).sort()).toEqual([
      "empty.mp3",
      "notes.wav",
    ]);
    expect(report).toMatchObject({ unchanged: 2 });
  });

  it("keeps the files of a missing folder until it is back", async () => {
    const { library } = application.services;
    await rename(folder, `${folder}.away`);
    const report = await library.scanAll();
    const keptCount = await library.countFiles();
    await rename(`${folder}.away`, folder);

    const again = await library.scanAll();

    expect(report).toMatchObject({
      deleted: 0,
      unreachable: [{ path: folder, reason: "does not exist" }],
    });
    expect(keptCount).toBe(2);
    expect(again).toMatchObject({ unchanged: 2, added: 0, unreachable: [] });
  });

  it("keeps the files of a folder that is empty because its disk is not mounted", async () => {
    const { library } = application.services;
    await rename(folder, `${folder}.away`);
    await mkdir(folder);
    const report = await library.scanAll();
    const keptCount = await library.countFiles();
    await rm(folder, { recursive: true });
    await rename(`${folder}.away`, folder);

    const again = await library.scanAll();

    const reason = expect.stringContaining("is empty") as unknown;
    expect(report).toMatchObject({ deleted: 0, unreachable: [{ path: folder, reason }] });
    expect(keptCount).toBe(2);
    expect(again).toMatchObject({ unchanged: 2, added: 0, unreachable: [] });
  });

  it("removes missing files when their folder has another entry", async () => {
    const { library } = application.services;
    await rm(join(folder, "Nobody - Here.wav"));
    await rm(join(folder, "deep", "x.ogg"));

    const report = await library.scanAll();

    expect(report).toMatchObject({ deleted: 2, unreachable: [] });
    await expect(library.countFiles()).resolves.toBe(0);
  });

  it("does not report an empty folder that never had a file", async () => {
    const { library } = application.services;
    await library.removeFolder(folder);
    await rm(folder, { recursive: true });
    await mkdir(folder);

    const report = await library.scanAll();

    expect(report).toMatchObject({ deleted: 0, unreachable: [] });
  });

  it("keeps the files below an unreadable folder, and scans the rest", async () => {
    const { library } = application.services;
    await rename(join(folder, "deep"), join(folder, ".deep"));
    await symlink(unreachableTarget, join(folder, "deep"));
    await rm(join(folder, "Nobody - Here.wav"));

    const report = await library.scanAll();

    expect(report).toMatchObject({
      deleted: 1,
      unreachable: [{ path: join(folder, "deep"), reason: "cannot be read (ENAMETOOLONG)" }],
    });
    await expect(library.countFiles()).resolves.toBe(1);
  });

  it("refuses a folder outside the library", async () => {
    const scanning = application.services.library.scan(tmpdir());

    await expect(scanning).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("never follows a link out of the library", async () => {
    const outside = await mkdtemp(join(tmpdir(), "overtone-outside-"));
    await copyFile(untagged, join(outside, "Secret - File.wav"));
    await symlink(outside, join(folder, "way-out"));
    await symlink(join(outside, "Secret - File.wav"), join(folder, "Secret - Link.wav"));

    const report = await application.services.library.scanAll();

    expect(report).toMatchObject({ added: 0, unchanged: 2 });
    await rm(outside, { recursive: true });
  });

  it("reports its progress", async () => {
    await copyFile(untagged, join(folder, "Nobody - There.wav"));
    const steps: [number, number][] = [];

    await application.services.library.scanAll({
      onProgress: (done, total) => void steps.push([done, total]),
    });

    expect(steps).toEqual([
      [2, 3],
      [3, 3],
    ]);
  });
});
