import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { addToLibrary, madeTrack } from "../music.js";
import { uploadOf, type FaultTrial } from "./fault-trial.js";

const LOCKED_MILLISECONDS = 30_000;
/** Maximum time for which the event loop may be blocked. */
const MAX_SILENCE_MILLISECONDS = 1_000;

/** Locks the database from another process for half a minute. */
export async function databaseLocked(trial: FaultTrial): Promise<void> {
  const folder = await trial.run.folder();
  const music = join(folder, "music");
  const tracks = [1, 2, 3].map((number) => madeTrack(number));
  await addToLibrary(music, tracks);
  const server = await trial.start({
    DATA_DIR: join(folder, "data"),
    LIBRARY_DIRS: music,
    LIBRARY_ANALYSIS: "off",
  });
  const [first, second, third] = tracks;
  const kept = await trial.analysed(server, [first!]);

  const database = new Database(join(folder, "data", "overtone.db"));
  database.exec("BEGIN IMMEDIATE");
  try {
    await Promise.all([
      pause(LOCKED_MILLISECONDS),
      trial.tolerated("an analysis", server.analysisOf(second!.trackKey)),
      trial.tolerated("an upload", uploadOf(server, madeTrack(4))),
      server.analysisOf(first!.trackKey).then(({ status }) => {
        trial.check(status === 200, `a stored analysis was answered ${status}`);
      }),
      ...[1, 2, 3, 4].map((number) =>
        server.ask(`/api/audio/search?track=Track+${number}`).then(({ status }) => {
          trial.check(status === 200, `a search was answered ${status}`);
        }),
      ),
    ]);
  } finally {
    database.exec("ROLLBACK");
    database.close();
  }
  const { max = 0 } = trial.probe.liveness ?? {};
  trial.check(
    max < MAX_SILENCE_MILLISECONDS,
    `/health/live took ${max.toFixed(0)} ms while the database was locked`,
  );

  for (const { trackKey } of [second!, third!]) {
    await trial.recovers(trackKey, () => server.analysisOf(trackKey));
  }
  await trial.recovers("an upload", () => uploadOf(server, madeTrack(4)));
  await trial.checkKept(server, kept);
}
