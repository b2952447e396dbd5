import { rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { FaultServer } from "../fault-server.js";
import { addToLibrary, madeTrack } from "../music.js";
import type { FaultTrial } from "./fault-trial.js";

const TRACKS = 40;
const NEW_TRACKS = 200;
const MISSING_MILLISECONDS = 4_000;
/**
 * Approximate times from the start of a process to the middle of its scan; some are before or after
 * it.
 */
const SCAN_DELAYS_MILLISECONDS = [300, 700, 1_200];

/** Removes the library folder while it is analysed and scanned, and restores it. */
export async function libraryVanishes(trial: FaultTrial): Promise<void> {
  const folder = await trial.run.folder();
  const music = join(folder, "music");
  const away = join(folder, "away");
  const environment = {
    DATA_DIR: join(folder, "data"),
    LIBRARY_DIRS: music,
    LIBRARY_ANALYSIS: "off",
  };
  const tracks = Array.from({ length: TRACKS }, (_, number) => madeTrack(number, 1));
  await addToLibrary(music, tracks);
  const server = await trial.start(environment);
  const kept = await trial.analysed(server, tracks.slice(0, 2));

  const keys = tracks.map(({ trackKey }) => trackKey).join(",");
  await server.ask(`/api/audio/analysis?trackKeys=${keys}`);
  await rename(music, away);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { status } = await server.ask(`/api/audio/analysis?trackKeys=${keys}`);
    trial.check(status === 200, `a batch was answered ${status} while the library was away`);
    await pause(MISSING_MILLISECONDS / 3);
  }
  await rename(away, music);
  for (const { trackKey } of tracks) {
    await trial.recovers(trackKey, () => server.analysisOf(trackKey));
  }
  await trial.checkKept(server, kept);
  await server.stop();

  const later = Array.from({ length: NEW_TRACKS }, (_, number) => madeTrack(TRACKS + number, 0.2));
  await addToLibrary(music, later);
  for (const delay of SCAN_DELAYS_MILLISECONDS) {
    const starting = await FaultServer.spawn({ run: trial.run, environment });
    await pause(delay);
    await rename(music, away);
    await pause(MISSING_MILLISECONDS);
    await rename(away, music);
    await starting.stop();
  }
  const { run, probe } = trial;
  const last = await FaultServer.start({ run, environment, probe, token: server.token });
  trial.atEnd(() => last.stop());
  for (const { trackKey } of [...tracks.slice(0, 5), ...later.slice(-5)]) {
    await trial.recovers(trackKey, () => last.analysisOf(trackKey));
  }
  await trial.checkKept(last, kept);
}
