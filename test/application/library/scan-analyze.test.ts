import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { wavFile } from "../../demo/encode/wav-file.js";
import {
  RunningProcess,
  overtone,
  startServerProcess,
  stopProcesses,
} from "../processes/running-process.js";

const tones = fileURLToPath(new URL("../../recordings/audio/tones-16.flac", import.meta.url));

describe("overtone scan --analyze", () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-scan-"));
    await mkdir(join(folder, "music"));
    environment = { DATA_DIR: folder, LIBRARY_DIRS: join(folder, "music") };
  });
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  /** Adds a file with a tone of its own. */
  async function add(title: string): Promise<void> {
    const hertz = 200 + 20 * (await readdir(join(folder, "music"))).length;
    const sampleRate = 8_000;
    const samples = Int16Array.from(
      { length: 3 * sampleRate },
      (_, index) => 8_000 * Math.sin((2 * Math.PI * hertz * index) / sampleRate),
    );
    const file = join(folder, "music", `Ann - ${title}.wav`);
    await writeFile(file, wavFile({ samples, channels: 1, sampleRate }));
  }

  it("analyses all tracks, shows the progress as lines, and exits with 0", async () => {
    await add("One");

    // A server that leaves analyses to workers still has a command that does them.
    const settings = { ...environment, ANALYSIS_CONCURRENCY: "0" };
    const { exitCode, output, errors } = await overtone(["scan", "--analyze"], settings);
    const shown = await overtone(["library"], environment);

    expect(errors).toMatch(/^Analysing: 0 of 1 tracks/m);
    expect(output).toContain("1 of 1 tracks are analysed, 0 have failed\n");
    expect(exitCode).toBe(0);
    expect(shown.output).toMatch(/^analysed +1\nwaiting +0\nfailed +0\n/m);
  });

  it("exits with 1 where analyses failed, lists those, and repeats them after a retry only", async () => {
    await add("One");
    const whole = await readFile(tones);
    await writeFile(join(folder, "music", "Ann - Broken.flac"), whole.subarray(0, 3_000));

    const first = await overtone(["scan", "--analyze"], environment);
    const listed = await overtone(["library", "failures"], environment);
    const retried = await overtone(["library", "retry"], environment);
    const shown = await overtone(["library"], environment);

    expect([first.exitCode, first.output]).toEqual([
      1,
      expect.stringContaining("1 of 2 tracks are analysed, 1 have failed\n"),
    ]);
    expect(first.errors).toMatch(
      /^(?:[0-9a-f]{16} {2}){2}[A-Z_]+ +Ann - Broken {2}\(.*Broken\.flac\): /m,
    );
    expect(listed.output).toMatch(/^(?:[0-9a-f]{16} {2}){2}[A-Z_]+ +Ann - Broken/);
    expect(retried.output).toMatch(/^1 track waits again\.\n/);
    expect(shown.output).toMatch(/^waiting +1\nfailed +0\n/m);
  });

  it("stops on SIGINT with 130, and another run goes on", async () => {
    for (let index = 0; index < 30; index++) await add(`Song ${index}`);
    const settings = { ...environment, ANALYSIS_CONCURRENCY: "1" };
    const command = new RunningProcess("dist/cli/overtone.js", ["scan", "--analyze"], settings);
    await command.saying(/30 new/);

    const stopped = await command.stop("SIGINT");
    const again = await overtone(["scan", "--analyze"], environment);

    expect(stopped.exitCode).toBe(130);
    expect(stopped.output).not.toContain("are analysed");
    expect([again.exitCode, again.output]).toEqual([
      0,
      expect.stringContaining("30 of 30 tracks are analysed"),
    ]);
  });

  it("works while a server runs on the same database", async () => {
    await add("One");
    await startServerProcess(environment);
    await add("Two");

    const { exitCode, output } = await overtone(["scan", "--analyze"], environment);

    expect(output).toContain("2 of 2 tracks are analysed, 0 have failed\n");
    expect(exitCode).toBe(0);
  });
});
