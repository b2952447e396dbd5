import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { seededRandom } from "../../signals/random.js";
import { excerptOf } from "../../signals/encoded/excerpt-of.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { overtone, stopProcesses } from "../processes/running-process.js";

const demo = fileURLToPath(new URL("../../../src/demo/library/", import.meta.url));
const lights = "Lumen & the Tides - Harbour Lights.mp3";
const lanterns = "Marguerite Vale - Paper Lanterns.mp3";

interface Match {
  readonly recordingId: string;
  readonly trackName: string;
  readonly score: number;
  readonly offsetSeconds: number;
}

describe("overtone identify", () => {
  let folder: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-identify-"));
    const music = join(folder, "music");
    await mkdir(music);
    for (const name of [lights, lanterns]) await copyFile(join(demo, name), join(music, name));
    environment = { DATA_DIR: folder, LIBRARY_DIRS: music };
    await overtone(["scan", "--analyze"], environment);
  });

  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  async function matchesOf(path: string): Promise<readonly Match[]> {
    const { output } = await overtone(["identify", "--json", path], environment);
    return (JSON.parse(output) as { readonly matches: readonly Match[] }).matches;
  }

  it("finds a file of the library under another name, by its bytes", async () => {
    const unnamed = join(folder, "unnamed");
    await copyFile(join(demo, lanterns), unnamed);

    const matches = await matchesOf(unnamed);

    expect(matches[0]).toMatchObject({ trackName: "Paper Lanterns", score: 1, offsetSeconds: 0 });
    expect(matches.map(({ trackName }) => trackName)).not.toContain("Harbour Lights");
  });

  it("finds the recording of an excerpt of 10 s of another encoding, and where it begins", async () => {
    const path = join(folder, "excerpt.wav");
    await writeFile(path, await excerptOf(join(demo, lights), 6.3));

    const [best] = await matchesOf(path);

    expect(best?.trackName).toBe("Harbour Lights");
    expect(best?.score).toBeGreaterThan(0.5);
    // A word of a fingerprint is 0.124 s, an offset is up to one too many, and it is printed in tenths of a second.
    expect(Math.abs((best?.offsetSeconds ?? NaN) - 6.3)).toBeLessThan(0.2);
  });

  it("finds nothing in noise, and says so in its table", async () => {
    const random = seededRandom(1);
    const noise = Float32Array.from({ length: 10 * 22_050 }, () => 0.5 * random());
    const path = join(folder, "noise.wav");
    await writeFile(path, wavBytes({ channels: [noise], sampleRate: 22_050 }));

    const { output, exitCode } = await overtone(["identify", path], environment);

    expect([exitCode, output]).toEqual([0, `${path}\n  nothing\n`]);
  });

  it("reports a file that is no audio, and goes on", async () => {
    const text = join(folder, "text.mp3");
    await writeFile(text, "no audio at all");

    const { output, errors, exitCode } = await overtone(
      ["identify", text, join(demo, lights)],
      environment,
    );

    expect(exitCode).toBe(1);
    expect(errors).toContain(`AUDIO_UNDECODABLE: ${text}: `);
    expect(output).toContain("Lumen & the Tides - Harbour Lights");
  });
});
