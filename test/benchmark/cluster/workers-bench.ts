import type { BenchDatabase } from "./queue-database.js";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
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
import type { Material } from "./material.js";

/** Tracks of a set, a multiple of two. */
const TRACKS = 6;

/** Short tracks, after which no process compiles what it runs for the first time. */
const WARM_UP_TRACKS = 60;

/** Maximum time of two workers, as a share of the time of one. */
const TWO_WORKERS_GOAL = 0.55;

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
  const warmUp = [
    await material.add("short.wav", WARM_UP_TRACKS),
    await material.add("short.wav", WARM_UP_TRACKS),
    await material.add("short.wav", WARM_UP_TRACKS),
  ];
  const wavs = [];
  for (let set = 0; set < 5; set++) wavs.push(await material.add("wav", TRACKS));
  const mp3s = await material.add("mp3", TRACKS);
  const server = await startServer({ ...environment, ANALYSIS_CONCURRENCY: "0" });
  const stored = () => database.number("select count(*) from analyses");
  const databaseSeconds = () => database.processorSeconds();
  const hidden = material.folder;
  const idle = await measureIdle({ server, stored, databaseSeconds, workers: [] });
  const started = { server, stored, databaseSeconds, idle };

  const first = await startWorker(server, hidden);
  const one: Participants = { ...started, workers: [first] };
  await measureSet(one, warmUp[0]!);
  const ones = [await measureSet(one, wavs[0]!)];
  const second = await startWorker(server, hidden);
  const two: Participants = { ...started, workers: [first, second] };
  await measureSet(two, warmUp[1]!);
  const twos = [await measureSet(two, wavs[1]!), await measureSet(two, wavs[2]!)];
  await second.stop();
  const syncsBefore = await database.syncs();
  ones.push(await measureSet(one, wavs[3]!));
  const syncsPerTrack = ((await database.syncs()) - syncsBefore) / TRACKS;
  const sentMp3 = await measureSet(one, mp3s);
  await first.stop();
  const mounted = await measureMounted(started, warmUp[2]!, wavs[4]!);
  await server.process.stop();

  const sentWav = meanOf(ones);
  reportRatio(ones, twos);
  const perSecond = (seconds: number): string => (1_000 * seconds).toFixed(0);
  console.log(
    `The cost of a four-minute track, of one slot, without what runs in any case (server ` +
      `${perSecond(idle.server)} ms a second, PostgreSQL ${perSecond(idle.database)} ms):`,
  );
  const bytes = (format: "wav" | "mp3"): string => (material.bytesOf(format) / 1e6).toFixed(0);
  reportCost(`worker, ${bytes("wav")} MB of WAV sent`, sentWav);
  reportCost(`worker, ${bytes("mp3")} MB of MP3 sent`, sentMp3);
  reportCost("worker, WAV not sent (a mount)", mounted);
  return { sentWav, sentMp3, idle, syncsPerTrack };
}

/** Measures a set of a worker that reads the files itself. */
async function measureMounted(
  started: Omit<Participants, "workers">,
  warmUp: readonly TrackKey[],
  trackKeys: readonly TrackKey[],
): Promise<TrackCost> {
  const worker = await startWorker(started.server);
  const participants = { ...started, workers: [worker] };
  await measureSet(participants, warmUp);
  const cost = await measureSet(participants, trackKeys);
  await worker.stop();
  return cost;
}

function reportRatio(ones: readonly TrackCost[], twos: readonly TrackCost[]): void {
  const seconds = (sets: readonly TrackCost[]): readonly number[] =>
    sets.map(({ setSeconds }) => setSeconds);
  const listed = (sets: readonly TrackCost[]): string =>
    seconds(sets)
      .map((time) => time.toFixed(1))
      .join(" and ");
  const ratio = meanOf(twos).setSeconds / meanOf(ones).setSeconds;
  const low = Math.min(...seconds(twos)) / Math.max(...seconds(ones));
  const high = Math.max(...seconds(twos)) / Math.min(...seconds(ones));
  const slower = meanOf(twos).analysis / meanOf(ones).analysis;
  console.log(
    `Workers over HTTP, sets of ${TRACKS} four-minute files: one ${listed(ones)} s, two ` +
      `${listed(twos)} s: ${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}) of the time ` +
      `(goal ${TWO_WORKERS_GOAL}); beside each other, an analysis takes ${slower.toFixed(2)} x the ` +
      `processor time`,
  );
}
