import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { DiskAudioFolders } from "../../../src/adapters/library/disk-audio-folders.js";
import { FileTagReader } from "../../../src/adapters/library/file-tag-reader.js";
import { configFrom } from "../../../src/config/config.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import type { Analyzer } from "../../../src/ports/analysis/analyzer.js";
import { FileAnalysisService } from "../../../src/services/analysis/file-analysis-service.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedSound, type Frames } from "../../adapters/library/tagged-audio.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { InProcessTagReader } from "../../fakes/in-process-readers.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { ensemble, type EnsembleOptions } from "../../signals/ensemble.js";
import { SAMPLE_RATE, silence } from "../../signals/plain-signals.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { offline } from "../offline.js";
import { overtone, stopProcesses } from "../processes/running-process.js";

const tones = fileURLToPath(new URL("../../recordings/audio/tones-plain.mp3", import.meta.url));

/** Pieces of other tempi, keys and lengths. */
const pieces = {
  slow: { bpm: 84, tonic: 2, mode: "major", seconds: 12 },
  middle: { bpm: 97, tonic: 0, mode: "major", seconds: 14 },
  fast: { bpm: 120, tonic: 9, mode: "minor", seconds: 12 },
  long: { bpm: 110, tonic: 7, mode: "major", seconds: 18 },
} as const satisfies Record<string, Partial<EnsembleOptions>>;
type Piece = keyof typeof pieces;

const played = (piece: Piece): Float32Array => ensemble({ beatsPerBar: 4, ...pieces[piece] });

/** Returns a file of these samples. */
function fileOf(sound: Float32Array, frames: Frames): Uint8Array {
  const samples = Int16Array.from(sound, (sample) => Math.round(sample * 32_000));
  return taggedSound(
    { TPE1: "Band", ...frames },
    { samples, channels: 1, sampleRate: SAMPLE_RATE },
  );
}

/** What is said of a file. */
interface Said {
  readonly trackName: string;
  readonly tempo: number | null;
  readonly key: number | null;
  readonly durationMs: number;
}

interface ListedRow extends Omit<Said, "durationMs"> {
  readonly path: string | null;
  readonly durationSeconds: number;
}

const millisecondsOf = (seconds: number): number => Math.round(seconds * 1_000);

describe("What is said of the files of a library", () => {
  const analyzer = new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread });
  const embedded = new InProcessTagReader();
  const judge = new FileAnalysisService({
    analyzer,
    folders: new DiskAudioFolders(configFrom(offline).library),
    tags: new FileTagReader({ embedded }),
    clock: new ManualClock(),
  });
  let folder: string;
  let data: string;
  let application: ApplicationUnderTest;
  /** Called when a file is to be measured, and after it was. */
  let onMeasuring: (() => Promise<void>) | undefined;
  let onMeasured: (() => Promise<void>) | undefined;
  /** Called when a file could not be measured, before that is known. */
  let onFailed: (() => Promise<unknown>) | undefined;

  beforeEach(async () => {
    [folder, data] = [await musicFolder(), await musicFolder()];
    [onMeasuring, onMeasured, onFailed] = [undefined, undefined, undefined];
    const analyze: Analyzer["analyze"] = async (...given) => {
      const measuring = analyzer.analyze(...given);
      measuring.catch(() => undefined);
      await onMeasuring?.();
      const measured = await measuring.catch(async (error: unknown) => {
        await onFailed?.();
        throw error;
      });
      await onMeasured?.();
      return measured;
    };
    const { version, changes } = analyzer;
    const shared = { version, changes, analyze, close: () => Promise.resolve() };
    application = await openApplicationUnderTest(
      { analyzer: shared, sources: undefined, providers: undefined },
      { LIBRARY_DIRS: folder, DATA_DIR: data, DATABASE_URL: `sqlite:${join(data, "overtone.db")}` },
    );
  });
  afterEach(async () => {
    await application.close();
    await stopProcesses();
    await removeMusicFolders();
  });
  afterAll(async () => {
    await analyzer.close();
    await embedded.close();
  });

  const at = (name: string): string => join(folder, name);
  const put = (name: string, piece: Piece, frames: Frames): Promise<void> =>
    writeFile(at(name), fileOf(played(piece), frames));

  async function scan(): Promise<void> {
    const { library, libraryAnalysis } = application.services;
    await library.scanAll();
    await libraryAnalysis.finish(new AbortController().signal);
  }

  /** Returns what the list of all recordings says of each file, by its path. */
  async function listed(): Promise<Record<string, Said>> {
    const accept = "application/x-ndjson";
    const answer = await application.get("/api/audio/tracks?limit=100", { accept });
    const lines = (await answer.text()).split("\n").filter((line) => line !== "");
    const rows = lines.map((line) => JSON.parse(line) as ListedRow);
    const said = rows.map((row) => {
      const { path, trackName, tempo, key } = row;
      const durationMs = millisecondsOf(row.durationSeconds);
      return [path?.slice(folder.length + 1) ?? "none", { trackName, tempo, key, durationMs }];
    });
    return Object.fromEntries(said) as Record<string, Said>;
  }

  /** Returns what is measured on the bytes that lie in files. */
  async function heard(...names: readonly string[]): Promise<Record<string, Said>> {
    const found: Record<string, Said> = {};
    for (const name of names) {
      const [track] = await judge.findTracks(at(name));
      const { analysis } = await judge.analyzeTrack(track!, new AbortController().signal);
      const { trackName, durationSeconds, estimates } = analysis;
      const { tempo, key } = estimates;
      const durationMs = millisecondsOf(durationSeconds);
      found[name] = { trackName, tempo: tempo.value, key: key.value, durationMs };
    }
    return found;
  }

  it.each([
    ["two titles are swapped", ["fast", "middle"]],
    ["four titles are rotated", ["fast", "middle", "slow", "long"]],
  ] as const)("is what they hold after %s", async (_, rotated) => {
    const names = rotated.map((piece) => `${piece}.aiff`);
    for (const [index, piece] of rotated.entries()) {
      await put(names[index]!, piece, { TIT2: `Title ${index}` });
    }
    await scan();

    for (const [index, piece] of rotated.entries()) {
      await put(names[index]!, piece, { TIT2: `Title ${(index + 1) % rotated.length}` });
    }
    await scan();

    const said = await listed();
    expect(said).toEqual(await heard(...names));
    expect(new Set(Object.values(said).map(({ tempo }) => tempo)).size).toBe(rotated.length);
  });

  it("is what they hold where a name is used again that another file had before", async () => {
    await put("1.aiff", "fast", { TIT2: "Wrong" });
    await scan();
    await put("1.aiff", "fast", { TIT2: "Right" });
    await scan();

    await put("2.aiff", "long", { TIT2: "Wrong" });
    await scan();

    expect(await listed()).toEqual(await heard("1.aiff", "2.aiff"));
  });

  it("is what they hold, and is written into them, where a name is used again after its file is gone", async () => {
    await put("song.aiff", "fast", { TIT2: "Song" });
    await put("x.aiff", "middle", { TIT2: "X" });
    await scan();
    await rm(at("song.aiff"));
    await scan();

    await put("new.aiff", "long", { TIT2: "Song" });
    const settings = { DATA_DIR: data, LIBRARY_DIRS: folder };
    const early = await overtone(["tag", at("new.aiff")], settings);
    await scan();
    const said = await listed();
    const written = await overtone(["tag", at("new.aiff"), "--write"], settings);

    const truth = await heard("new.aiff", "x.aiff");
    expect(said).toMatchObject(truth);
    const tempo = String(Math.round(truth["new.aiff"]?.tempo ?? 0));
    for (const { output } of [early, written]) {
      expect(output).toMatch(new RegExp(`BPM +- +-> ${tempo}\\n`));
      expect(output).toMatch(/key +- +-> G\n/);
    }
  });

  it.each(["while", "as soon as"])(
    "is all of a file that is completed %s its first half is measured",
    async (moment) => {
      const part = await readFile(tones);
      const half = Buffer.concat(Array.from({ length: 8 }, () => part));
      await writeFile(at("Band - Long.mp3"), half);
      const complete = async (): Promise<void> => {
        [onMeasuring, onMeasured] = [undefined, undefined];
        await appendFile(at("Band - Long.mp3"), half);
      };
      if (moment === "while") onMeasuring = complete;
      else onMeasured = complete;

      await scan();
      await scan();

      const said = await listed();
      expect(said).toEqual(await heard("Band - Long.mp3"));
      expect(said["Band - Long.mp3"]?.durationMs).toBeGreaterThan(20_000);
    },
  );

  it("is all of a file that is written and scanned before it is noticed that it had only begun", async () => {
    const frames = { TIT2: "Late" };
    await writeFile(at("late.aiff"), fileOf(played("fast"), frames).subarray(0, 30));
    onFailed = async () => {
      onFailed = undefined;
      await put("late.aiff", "fast", frames);
      await application.services.library.scanAll();
    };

    await scan();

    expect(onFailed).toBeUndefined();
    const said = await listed();
    expect(said).toEqual(await heard("late.aiff"));
    expect(said["late.aiff"]?.durationMs).toBe(12_000);
  });

  it.each<[string, (index: number) => Frames]>([
    [
      "have one title on one album",
      (index) => ({ TIT2: "I. Allegro", TALB: "A", TRCK: `${index}` }),
    ],
    ["have one title on several albums", (index) => ({ TIT2: "Song", TALB: `Album ${index}` })],
    [
      "have one title and other codes",
      (index) => ({ TIT2: "Song", TSRC: `GBAYE680001${index}`, TALB: `Album ${index}` }),
    ],
    [
      "have titles that differ at their ends only",
      (index) => ({ TIT2: `${"x".repeat(205)}${index}` }),
    ],
  ])("is said of each of several recordings that %s", async (_, framesOf) => {
    const names = Object.keys(pieces).map((piece) => `${piece}.aiff`);
    for (const [index, piece] of (Object.keys(pieces) as Piece[]).entries()) {
      await put(`${piece}.aiff`, piece, framesOf(index));
    }

    await scan();

    expect(await listed()).toEqual(await heard(...names));
  });

  it("is what the file holds whose tags have the code that is asked for, of several with one name", async () => {
    const codes = { fast: "GBAYE6800011", long: "GBAYE6800012" } as const;
    for (const [piece, code] of Object.entries(codes)) {
      await put(`${piece}.aiff`, piece as Piece, { TIT2: "Song", TSRC: code, TALB: piece });
    }
    await scan();

    for (const [piece, code] of Object.entries(codes)) {
      const found = await application.get(`/api/audio/tracks/isrc:${code}`);
      const overGraphql = await askGraphql(
        application,
        `{ lookup(id: "isrc:${code}") { tracks { album analysis(compute: false) { ... on TrackAnalysis { durationMs } } } } }`,
      );
      const said = {
        album: piece,
        duration_ms: millisecondsOf(pieces[piece as Piece].seconds),
      };

      const { data } = (await found.json()) as { data: { tracks: { recordingId: RecordingId }[] } };
      const paths = await application.services.tracks.findPaths([data.tracks[0]!.recordingId]);

      expect(data).toMatchObject({ isAmbiguous: false, tracks: [said] });
      expect(paths).toEqual([at(`${piece}.aiff`)]);
      expect(overGraphql.data).toMatchObject({
        lookup: { tracks: [{ album: piece, analysis: { durationMs: said.duration_ms } }] },
      });
    }
  });

  it("is what a stem holds that is exported again with the same size and the same samples", async () => {
    const stem = (piece: Piece, second: number): Uint8Array => {
      const whole = silence({ seconds: 60 });
      whole.set(played(piece), second * SAMPLE_RATE);
      return fileOf(whole, { TIT2: "Stem" });
    };
    await writeFile(at("stem.aiff"), stem("fast", 6));
    await scan();
    const before = await listed();

    await writeFile(at("stem.aiff"), stem("middle", 40));
    await scan();

    const after = await listed();
    expect(after).toEqual(await heard("stem.aiff"));
    expect(after["stem.aiff"]?.tempo).not.toBe(before["stem.aiff"]?.tempo);
  });
});
