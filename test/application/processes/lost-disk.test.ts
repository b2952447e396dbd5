import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunningProcess, stopProcesses } from "./running-process.js";

/**
 * Lets calls about files named `lost.*` never return, as those to a share whose server is gone: they open a pipe
 * that nobody writes to, in one of the threads that Node.js has for such calls.
 */
const losing = (pipe: string): string =>
  "data:text/javascript," +
  encodeURIComponent(`
    import { promises } from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    for (const name of ["stat", "realpath", "readFile"]) {
      const call = promises[name];
      promises[name] = (path, ...rest) =>
        /lost[.]/.test(String(path)) ? promises.open(${JSON.stringify(pipe)}) : call(path, ...rest);
    }
    syncBuiltinESMExports();
  `);

describe("A server whose disk never answers", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-lost-disk-"));
  });
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  const isLive = async (url: string): Promise<boolean> =>
    (await fetch(`${url}/health/live`)).status === 200;

  it("logs it, ends its scan, serves on, and ends within 15 s of a signal", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("env", ["mkfifo", pipe]);
    await mkdir(join(folder, "music"));
    for (const name of ["lost.1.mp3", "lost.2.mp3", "lost.3.mp3", "lost.4.mp3", "lost.5.mp3"]) {
      await writeFile(join(folder, "music", name), "1");
    }
    const environment = {
      ...{ PORT: "0", DATA_DIR: join(folder, "data"), LIBRARY_DIRS: join(folder, "music") },
      ...{ DISK_TIMEOUT_MS: "1000", LOG_LEVEL: "info" },
    };
    const server = new RunningProcess("dist/main.js", [], environment, ["--import", losing(pipe)]);
    const [, url = ""] = await server.saying(/listens at (\S+)\n/);

    await server.logging(/Library scanned/);
    const live = await isLive(url);
    const asked = performance.now();
    const { exitCode, errors } = await server.stop();
    const seconds = (performance.now() - asked) / 1_000;

    expect(live).toBe(true);
    expect(errors).toContain("A disk does not respond.");
    expect(errors).toContain("The process ends now");
    // It ended by the signal.
    expect(exitCode).toBeNull();
    expect(seconds).toBeLessThan(15);
  });
});
