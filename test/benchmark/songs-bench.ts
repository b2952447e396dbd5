import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { TrackAnalyzer } from "../../src/dsp/index.js";
import { decodeAudio } from "../../src/package/decode.js";

/** Songs that are measured; the first is analysed once before, so that the code is compiled. */
const MAX_SONGS = 8;

/** CPU seconds a minute of audio that file to answer and the engine alone may take. */
const GOAL = 0.32;
const ENGINE_GOAL = 0.15;

/** What a song takes, CPU seconds. */
interface Cost {
  readonly minutes: number;
  readonly decoding: number;
  readonly engine: number;
}

/**
 * Decoding and analysis of whole songs in one process. The folder is any with audio that this project decodes
 * itself; the goals are for stereo MP3s of four minutes at 44.1 kHz.
 */
export async function benchSongs({
  folder,
}: {
  readonly folder?: string | undefined;
}): Promise<void> {
  if (folder === undefined) {
    console.log("songs: left out; --folder FOLDER names a folder of songs");
    return;
  }
  const names = (await readdir(folder)).filter((name) =>
    /\.(mp3|flac|ogg|opus|wav|aiff)$/iu.test(name),
  );
  const paths = names
    .sort()
    .slice(0, MAX_SONGS)
    .map((name) => join(folder, name));
  const [first] = paths;
  if (first === undefined) throw new Error(`${folder} has no songs.`);
  await costOf(first);
  const costs: Cost[] = [];
  for (const path of paths) costs.push(await costOf(path));
  const sum = (part: keyof Cost): number => costs.reduce((total, cost) => total + cost[part], 0);
  const [decoding, engine] = [sum("decoding") / sum("minutes"), sum("engine") / sum("minutes")];
  console.log(`${costs.length} songs, ${sum("minutes").toFixed(1)} minutes, CPU seconds a minute:`);
  report("decoding", decoding);
  report("the engine", engine, ENGINE_GOAL);
  report("from file to answer", decoding + engine, GOAL);
}

function report(what: string, seconds: number, goal?: number): void {
  const remark =
    goal === undefined ? "" : ` (goal ${goal}: ${seconds <= goal ? "reached" : "missed"})`;
  console.log(`  ${what.padEnd(20)}${seconds.toFixed(3)}${remark}`);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function costOf(path: string): Promise<Cost> {
  const bytes = await readFile(path);
  const started = cpuSeconds();
  let engine = 0;
  let samples = 0;
  let rate = 1;
  let analyzer: TrackAnalyzer | undefined;
  for await (const { channels, sampleRate } of decodeAudio(bytes)) {
    const before = cpuSeconds();
    analyzer ??= new TrackAnalyzer({ sampleRate, channelCount: channels.length });
    analyzer.push(channels);
    engine += cpuSeconds() - before;
    samples += channels[0]?.length ?? 0;
    rate = sampleRate;
  }
  const before = cpuSeconds();
  analyzer?.finish();
  engine += cpuSeconds() - before;
  return { minutes: samples / rate / 60, engine, decoding: cpuSeconds() - started - engine };
}
