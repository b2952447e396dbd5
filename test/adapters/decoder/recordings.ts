import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Returns the path of an encoded recording of the tones. */
export function recordingPath(name: string): string {
  return fileURLToPath(new URL(`../../recordings/audio/${name}`, import.meta.url));
}

/** Whether ffmpeg can be started; tests that need it are skipped otherwise. */
export function isFfmpegInstalled(): boolean {
  return spawnSync("ffmpeg", ["-version"]).status === 0;
}
