import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBenchDatabase } from "../../benchmark/database/bench-database.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import { FaultServer } from "../fault-server.js";
import { addToLibrary, madeTrack } from "../music.js";
import type { PartResult } from "../report.js";
import { graphqlLoads, restLoads, send, type LibrarySample } from "./described-load.js";
import { TURN_LIMIT_MILLISECONDS, turnExceptions } from "./turn-exceptions.js";
import { TurnGauge } from "./turn-gauge.js";

/** How long is measured what the last requests have begun: a scan, and after it the files of playlists. */
const AFTERWARDS_MILLISECONDS = 10_000;

/** How long a server is left alone before the next request, so that nothing of the last one is measured. */
const REST_MILLISECONDS = 50;

/** One request and its longest turn. */
interface MeasuredTurn {
  readonly name: string;
  /** Milliseconds. */
  readonly longest: number;
}

/** Measures the longest turn of every request of the descriptions, and of the start, over a large library. */
export async function measureTurns(run: FaultRun): Promise<readonly PartResult[]> {
  const startedAt = performance.now();
  const folder = await run.folder();
  const { turnTracks: tracks } = run.options;
  run.note(`turns: filling a database with ${tracks} tracks`);
  const filled = await openBenchDatabase({ system: "sqlite" }, tracks);
  await addToLibrary(join(folder, "music"), [madeTrack(1)]);
  const gauge = new TurnGauge(join(folder, "turns.sock"));
  const environment = {
    DATABASE_URL: filled.url,
    DATA_DIR: folder,
    LIBRARY_DIRS: join(folder, "music"),
    PLAYLIST_DIR: join(folder, "lists"),
    ANALYSIS_WAIT_MS: "1000",
    METADATA_PROVIDERS: "library",
    AUDIO_SOURCES: "library",
  };
  const start = (token?: string): Promise<FaultServer> =>
    FaultServer.start({
      ...{ run, environment, preloads: [gauge.preload] },
      ...(token !== undefined && { token }),
    });
  const server = await start();
  let turns: MeasuredTurn[];
  try {
    turns = await measured(run, server, gauge);
  } finally {
    await server.stop();
  }
  const again = await start(server.token);
  try {
    turns.push(await measuredStart(again, gauge, "start with a snapshot"));
  } finally {
    await again.stop();
    await filled.close();
  }
  turns.sort((one, other) => other.longest - one.longest);
  for (const { name, longest } of turns.slice(0, 15)) {
    run.note(`turns: ${longest.toFixed(1)} ms ${name}`);
  }
  const findings = turns
    .filter(({ name, longest }) => longest > TURN_LIMIT_MILLISECONDS && !(name in turnExceptions))
    .map(({ name, longest }) => `${name}: a turn of ${longest.toFixed(0)} ms`);
  const [worst] = turns;
  return [
    {
      ...{ part: "turns", runs: turns.length, findings, seconds: secondsSince(startedAt) },
      observed: `longest ${worst?.longest.toFixed(0)} ms: ${worst?.name}`,
    },
  ];
}

async function measured(
  run: FaultRun,
  server: FaultServer,
  gauge: TurnGauge,
): Promise<MeasuredTurn[]> {
  const turns = [await measuredStart(server, gauge, "start")];
  const sample = await sampleOf(server);
  for (const load of [...graphqlLoads(sample), ...restLoads(sample)]) {
    if (run.signal.aborted) break;
    await gauge.read();
    await send(server, load);
    await pause(REST_MILLISECONDS);
    turns.push({ name: load.name, longest: await gauge.read() });
  }
  await gauge.read();
  await pause(AFTERWARDS_MILLISECONDS);
  turns.push({ name: "scan, playlist files and snapshot", longest: await gauge.read() });
  return turns;
}

/** Measures from when a server listens until it is ready: before, nobody waits for it. */
async function measuredStart(
  server: FaultServer,
  gauge: TurnGauge,
  name: string,
): Promise<MeasuredTurn> {
  await gauge.read();
  await untilReady(server);
  return { name, longest: await gauge.read() };
}

async function untilReady(server: FaultServer): Promise<void> {
  while ((await server.ask("/health/ready")).status !== 200) await pause(100);
}

async function sampleOf(server: FaultServer): Promise<LibrarySample> {
  const { data } = await server.ask("/api/audio/tracks?limit=2");
  const [first, second] = data as readonly {
    readonly trackKey: string;
    readonly recordingId: string;
    readonly artist: string;
    readonly trackName: string;
  }[];
  if (!first || !second) throw new Error("The library has no two tracks.");
  const { recordingId, artist, trackName } = first;
  const trackKeys = [first.trackKey, second.trackKey] as const;
  return { trackKeys, recordingId, artist, trackName, audio: Uint8Array.from(madeTrack(1).bytes) };
}
