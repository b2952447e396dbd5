import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { openByteReader } from "../../../src/adapters/decoder/open-byte-reader.js";
import { IdentifyingReader } from "../../../src/adapters/library/audio-stream/identifying-reader.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import type { RunningProcess } from "../../application/processes/running-process.js";
import type { BenchDatabase } from "./queue-database.js";
import { startServer, startWorker } from "./cluster-processes.js";
import {
  meanOf,
  measureIdle,
  measureSet,
  reportCost,
  type IdleCost,
  type Participants,
  type TrackCost,
} from "./analysis-costs.js";
import type { FileKind, Material } from "./material.js";

/** Tracks of a set, a multiple of two. */
const TRACKS = 6;

/** Short tracks, after which no process compiles what it runs for the first time. */
const WARM_UP_TRACKS = 40;

/** How often sets of one and of two workers are measured, in turns. */
const ROUNDS = 2;

/** Maximum time of two workers, as a share of the time of one. */
const TWO_WORKERS_GOAL = 0.55;

/** One set of one worker, and one of two; both on their own files. */
interface Round {
  readonly ofOne: TrackCost;
  readonly ofTwo: TrackCost;
  /** The time of two analyses at once without a queue, as a share of their time one after the other. */
  readonly alone: number;
}

/** What sets of workers over HTTP have shown. */
export interface WorkersMeasured {
  /** Audio sent; files of 16 bits. */
  readonly sentWav: TrackCost;
  /** Audio sent; MP3. */
  readonly sentMp3: TrackCost;
  readonly idle: IdleCost;
  /** Writes of the log of PostgreSQL to the disk, for each track. */
  readonly syncsPerTrack: number;
}

/**
 * Lets one worker and two workers analyse sets of four-minute files for a server on PostgreSQL that
 * analyses nothing itself. The workers do not see the files, so the server sends them.
 */
export async function benchWorkers(
  database: BenchDatabase,
  material: Material,
  environment: Record<string, string>,
): Promise<WorkersMeasured> {
  const sets = async (kind: FileKind, tracks: number, count: number) =>
    Promise.all(Array.from({ length: count }, () => material.add(kind, tracks)));
  const warmUps = await sets("short.wav", WARM_UP_TRACKS, 3 + ROUNDS);
  const wavs = await sets("wav", TRACKS, 2 * ROUNDS + 1);
  const mp3s = await material.add("mp3", TRACKS);
  const server = await startServer({ ...environment, ANALYSIS_CONCURRENCY: "0" });
  const digestSeconds = await knowDigests(database, material);
  const stored = () => database.number("select count(*) from analyses");
  const databaseSeconds = () => database.processorSeconds();
  const started = { server, stored, databaseSeconds };
  const warmUp = (workers: readonly RunningProcess[]): Promise<TrackCost> =>
    measureSet({ ...started, workers }, warmUps.pop()!);

  const before = await startWorker(server, material.folder);
  await warmUp([before]);
  await before.stop();
  const idle = await measureIdle({ ...started, workers: [] });

  const first = await startWorker(server, material.folder);
  await warmUp([first]);
  const one: Participants = { ...started, idle, workers: [first] };
  const rounds: Round[] = [];
  let syncs = 0;
  while (rounds.length < ROUNDS) {
    const syncsBefore = await database.syncs();
    const ofOne = await measureSet(one, wavs.pop()!);
    syncs += (await database.syncs()) - syncsBefore;
    const second = await startWorker(server, material.folder);
    await warmUp([first, second]);
    const ofTwo = await measureSet({ ...one, workers: [first, second] }, wavs.pop()!);
    await second.stop();
    rounds.push({ ofOne, ofTwo, alone: await measureAlone(material) });
  }
  const sentMp3 = await measureSet(one, mp3s);
  await first.stop();
  const reader = await startWorker(server);
  await warmUp([reader]);
  const mounted = await measureSet({ ...one, workers: [reader] }, wavs.pop()!);
  await reader.stop();
  await server.process.stop();

  const sentWav = meanOf(rounds.map(({ ofOne }) => ofOne));
  reportRatio(rounds);
  const perSecond = (seconds: number): string => (1_000 * seconds).toFixed(0);
  console.log(
    `The cost of a four-minute track, of one slot, without what runs in any case (server ` +
      `${perSecond(idle.server)} ms a second, PostgreSQL ${perSecond(idle.database)} ms):`,
  );
  const bytes = (format: "wav" | "mp3"): string => (material.bytesOf(format) / 1e6).toFixed(0);
  reportCost(`worker, ${bytes("wav")} MB of WAV sent`, sentWav);
  reportCost(`worker, ${bytes("mp3")} MB of MP3 sent`, sentMp3);
  reportCost("worker, WAV not sent (a mount)", mounted);
  const digest = (1_000 * digestSeconds).toFixed(0);
  console.log(
    `  Not in these: the digest of ${bytes("wav")} MB of audio, once for each file, ${digest} ms.`,
  );
  return { sentWav, sentMp3, idle, syncsPerTrack: syncs / ROUNDS / TRACKS };
}

/**
 * Stores a digest for each file, as after an earlier analysis, because digests belong to the library and
 * not to the queue; returns the processor time that the digest of one WAV file takes, seconds.
 */
async function knowDigests(database: BenchDatabase, material: Material): Promise<number> {
  await database.query("update library_files set audio_digest = md5(relative_path)");
  const reader = await openByteReader({ kind: "file", path: material.originalOf("wav") });
  const before = process.cpuUsage();
  await (await IdentifyingReader.over(reader)).identify().finally(() => reader.close());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * Measures two analyses one after the other and at once, in threads of this process without a queue:
 * what the cores of this machine lose beside each other.
 *
 * @returns the time at once, as a share of the time one after the other
 */
async function measureAlone(material: Material): Promise<number> {
  const analyzer = new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread });
  const audio = { kind: "file", path: material.originalOf("wav") } as const;
  const analyse = () => analyzer.analyze(audio, new AbortController().signal);
  try {
    await Promise.all([analyse(), analyse()]);
    const start = performance.now();
    await analyse();
    await analyse();
    const middle = performance.now();
    await Promise.all([analyse(), analyse()]);
    return (performance.now() - middle) / (middle - start);
  } finally {
    await analyzer.close();
  }
}

function reportRatio(rounds: readonly Round[]): void {
  const timesOf = (costs: readonly TrackCost[]): string =>
    costs.map(({ setSeconds }) => setSeconds.toFixed(1)).join(", ");
  const ones = rounds.map(({ ofOne }) => ofOne);
  const twos = rounds.map(({ ofTwo }) => ofTwo);
  const ratios = rounds.map(({ ofOne, ofTwo }) => ofTwo.setSeconds / ofOne.setSeconds);
  const slower = meanOf(twos).analysis / meanOf(ones).analysis;
  console.log(
    `Workers over HTTP, sets of ${TRACKS} four-minute WAV files: one ${timesOf(ones)} s, two ` +
      `${timesOf(twos)} s: ${intervalOf(ratios)} of the time (goal ${TWO_WORKERS_GOAL}); beside each ` +
      `other, an analysis takes ${slower.toFixed(2)} x the processor time. Two analyses at once in ` +
      `threads, without a queue: ${intervalOf(rounds.map(({ alone }) => alone))}`,
  );
}

/** Describes values by their median, the least and the greatest. */
function intervalOf(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? NaN;
  const last = sorted.length - 1;
  const median = (at(Math.floor(last / 2)) + at(Math.ceil(last / 2))) / 2;
  return `median ${median.toFixed(2)} (${at(0).toFixed(2)} to ${at(last).toFixed(2)})`;
}
