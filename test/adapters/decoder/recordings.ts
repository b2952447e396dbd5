import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Where an encoded recording of the tones lies. */
export function recordingPath(name: string): string {
  return fileURLToPath(new URL(`../../recordings/audio/${name}`, import.meta.url));
}

/** Whether ffmpeg can be started; without it, what needs it is skipped by name. */
export function isFfmpegInstalled(): boolean {
  return spawnSync("ffmpeg", ["-version"]).status === 0;
}
