import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBenchDatabase } from "../benchmark/database/bench-database.js";
import type { FaultRun } from "./fault-run.js";
import { FaultServer } from "./fault-server.js";
import { addToLibrary, madeTrack } from "./music.js";
import { ServerGauge } from "./server-gauge.js";
import type { LibrarySample } from "./turns/described-load.js";

/** A database with many analysed tracks, and the servers on it, one at a time. */
export interface LargeLibrary {
  /** Measures the server that runs. */
  readonly gauge: ServerGauge;
  /** @param given the key of an earlier server, and other settings */
  start(given?: {
    readonly token?: string;
    readonly environment?: Readonly<Record<string, string>>;
  }): Promise<FaultServer>;
  close(): Promise<void>;
}

/** Fills a database with as many tracks as the options say. */
export async function openLargeLibrary(run: FaultRun, part: string): Promise<LargeLibrary> {
  const folder = await run.folder();
  const { turnTracks: tracks } = run.options;
  run.note(`${part}: filling a database with ${tracks} tracks`);
  const filled = await openBenchDatabase({ system: "sqlite" }, tracks);
  await addToLibrary(join(folder, "music"), [madeTrack(1)]);
  const gauge = new ServerGauge(join(folder, "gauge.sock"));
  const settings = {
    DATABASE_URL: filled.url,
    DATA_DIR: folder,
    LIBRARY_DIRS: join(folder, "music"),
    PLAYLIST_DIR: join(folder, "lists"),
    ANALYSIS_WAIT_MS: "1000",
    METADATA_PROVIDERS: "library",
    AUDIO_SOURCES: "library",
  };
  return {
    gauge,
    start: ({ token, environment = {} } = {}) =>
      FaultServer.start({
        ...{ run, environment: { ...settings, ...environment }, preloads: [gauge.preload] },
        ...(token !== undefined && { token }),
      }),
    close: () => filled.close(),
  };
}

export async function untilReady(server: FaultServer): Promise<void> {
  while ((await server.ask("/health/ready")).status !== 200) await pause(100);
}

/**
 * Returns things of the library, and keeps a playlist of them.
 *
 * @throws {Error} the library has fewer than two tracks
 */
export async function sampleOf(server: FaultServer): Promise<LibrarySample> {
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
  const playlist = await server.ask("/api/audio/playlists", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Of a sample", seeds: trackKeys, length: 100 }),
  });
  const { id: playlistId } = playlist.data as { readonly id: string };
  const audio = Uint8Array.from(madeTrack(1).bytes);
  const rows = await playlistOfRows(server);
  return { trackKeys, recordingId, artist, trackName, playlistId, rows, audio };
}

/** Rows of a playlist that may have a thousand more, and those that one request adds. */
const ROWS = 8_000;
const ROWS_AT_ONCE = 2_000;

/** Keeps a playlist with many rows, of some tracks of the library. */
async function playlistOfRows(server: FaultServer): Promise<LibrarySample["rows"]> {
  const { data } = await server.ask("/api/audio/tracks?limit=100");
  const ids = (data as readonly { readonly recordingId: string }[]).map((each) => each.recordingId);
  const tracks = Array.from({ length: ROWS_AT_ONCE }, (_, index) => ids[index % ids.length]);
  const send = async (
    method: string,
    path: string,
    body: object,
  ): Promise<LibrarySample["rows"]> => {
    const headers = { "content-type": "application/json" };
    const init = { method, headers, body: JSON.stringify(body) };
    const answer = await server.ask(`/api/audio/playlists${path}`, init);
    return answer.data as LibrarySample["rows"];
  };
  let kept = await send("POST", "", { name: "With rows", tracks });
  for (let count = ROWS_AT_ONCE; count < ROWS; count += ROWS_AT_ONCE) {
    const { id, revision } = kept;
    kept = await send("PATCH", `/${id}`, { revision, edits: [{ insert: { tracks } }] });
  }
  return kept;
}
