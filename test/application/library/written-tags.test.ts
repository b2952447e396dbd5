import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { wavFile } from "../../demo/encode/wav-file.js";
import { overtone, startServerProcess, stopProcesses } from "../processes/running-process.js";

const SAMPLE_RATE = 8_000;
const TONE = Int16Array.from(
  { length: 3 * SAMPLE_RATE },
  (_, index) => 8_000 * Math.sin((2 * Math.PI * 440 * index) / SAMPLE_RATE),
);

const NOTHING_CHANGED = "0 new, 0 changed, 0 moved, 0 deleted, 1 unchanged, 0 unreadable\n";

describe("An analysed file that overtone tag has written", () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-written-"));
    const music = join(folder, "music");
    await mkdir(music);
    const tone = wavFile({ samples: TONE, channels: 1, sampleRate: SAMPLE_RATE });
    await writeFile(join(music, "Ann - Tone.wav"), tone);
    environment = { DATA_DIR: folder, LIBRARY_DIRS: music };
    await overtone(["scan", "--analyze"], environment);
  });
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  /** Writes the gain into its tags; returns what was printed. */
  async function tagged(settings: Record<string, string> = {}): Promise<string> {
    const path = join(folder, "music", "Ann - Tone.wav");
    const command = ["tag", path, "--write", "--fields", "gain", "--min-confidence", "0"];
    return (await overtone(command, { ...environment, ...settings })).output;
  }

  /** Scans the library; returns what was printed. */
  const scanned = async (): Promise<string> => (await overtone(["scan"], environment)).output;

  it("has not changed for a scan, also once that is undone, and keeps its analysis", async () => {
    const written = await tagged();
    const afterWriting = await scanned();
    const undone = await overtone(["tag", "--undo"], environment);
    const afterUndo = await scanned();
    const { output: shown } = await overtone(["library"], environment);

    expect(written).toContain("Wrote 2 values to 1 of 1 files");
    expect(afterWriting).toBe(NOTHING_CHANGED);
    expect(undone.output).toContain("1 of 1 files");
    expect(afterUndo).toBe(NOTHING_CHANGED);
    expect(shown).toMatch(/^analysed +1\nwaiting +0\nfailed +0\n/m);
  });

  it("has its new values in the answers of a server beside, without a scan", async () => {
    const { url, token = "" } = await startServerProcess(environment);

    await tagged();
    const response = await fetch(`${url}/api/audio/tracks/${trackKeyFrom("Ann", "Tone")}`, {
      headers: { authorization: `Bearer ${token}` },
    });

    expect(await response.json()).toMatchObject({
      data: { tracks: [{ tagged: { trackGain: expect.any(Number) as number } }] },
    });
  });

  it("is read by the next run where the run that wrote it was killed before it read it", async () => {
    // With another database it leaves that of the library as a killed one does.
    const other = { DATABASE_URL: `sqlite:${join(folder, "other.db")}` };
    const killed = await tagged(other);

    const next = await tagged();

    expect(killed).toContain("Wrote 2 values to 1 of 1 files");
    expect(next).toContain("Wrote 0 values");
    expect(await scanned()).toBe(NOTHING_CHANGED);
  });
});
