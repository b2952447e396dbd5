import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { addToLibrary, madeTrack } from "../music.js";
import { uploadOf, type FaultTrial } from "./fault-trial.js";

/** The number of additional descriptors that the server may open. */
const MAX_EXTRA_DESCRIPTORS = 3;
const HARD_LIMIT = 4_096;

/**
 * Limits the number of files and sockets that the process may open, and removes the limit later.
 */
export async function descriptorsExhausted(trial: FaultTrial): Promise<void> {
  const folder = await trial.run.folder();
  const music = join(folder, "music");
  const tracks = [1, 2, 3, 4].map((number) => madeTrack(number));
  await addToLibrary(music, tracks);
  const server = await trial.start({
    DATA_DIR: join(folder, "data"),
    LIBRARY_DIRS: music,
    LIBRARY_ANALYSIS: "off",
  });
  const kept = await trial.analysed(server, tracks.slice(0, 1));
  const { pid } = server.process;
  const open = await readdir(`/proc/${pid}/fd`).catch(() => undefined);
  const limitTo = (count: number): boolean =>
    spawnSync("prlimit", ["--pid", String(pid), `--nofile=${count}:${HARD_LIMIT}`]).status === 0;
  if (!open || !limitTo(open.length + MAX_EXTRA_DESCRIPTORS)) {
    // Only Linux has both; elsewhere the report shows the trial as skipped, and not as passed.
    trial.skip("prlimit and /proc are needed");
    return;
  }

  await Promise.all([
    ...tracks.map(({ trackKey }) =>
      trial.tolerated("an analysis", server.ask(`/api/audio/analysis/${trackKey}`, {}, 30)),
    ),
    ...[11, 12, 13].map((number) =>
      trial.tolerated("an upload", uploadOf(server, madeTrack(number))),
    ),
    ...[1, 2, 3].map((number) =>
      trial.tolerated("a search", server.ask(`/api/audio/search?track=Track+${number}`, {}, 30)),
    ),
  ]);

  limitTo(HARD_LIMIT);
  for (const { trackKey } of tracks) {
    await trial.recovers(trackKey, () => server.analysisOf(trackKey));
  }
  for (const number of [11, 14]) {
    await trial.recovers("an upload", () => uploadOf(server, madeTrack(number)));
  }
  await trial.checkKept(server, kept);
}
