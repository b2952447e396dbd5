import { spawnSync } from "node:child_process";
import { isFfmpegInstalled } from "./recordings.js";

/** Debian's Python, for which Mutagen is installed as a package. */
const PYTHON = "/usr/bin/python3";

/** Whether ffmpeg and Mutagen, a reader and writer of tags for Python, can be used. */
export const hasOtherPrograms = (): boolean =>
  isFfmpegInstalled() && spawnSync(PYTHON, ["-c", "import mutagen"]).status === 0;

/** Runs a program of Python, and returns what it printed, parsed from JSON. */
export function python(program: string, ...args: readonly string[]): unknown {
  return JSON.parse(outputOf(PYTHON, ["-c", program, ...args]).toString() || "null");
}

/** Returns the number of samples per channel that ffmpeg decodes of a file. */
export function ffmpegSampleCount(path: string): number {
  const pcm = ["-map", "0:a:0", "-ac", "1", "-f", "f32le", "-"];
  return outputOf("ffmpeg", ["-v", "error", "-i", path, ...pcm]).length / 4;
}

/** Returns what ffprobe says of the sound in a file, e.g. of "stream=sample_rate". */
export function ffprobe(path: string, entry: string): string {
  const wanted = ["-select_streams", "a:0", "-show_entries", entry, "-of", "csv=p=0"];
  const said = outputOf("ffprobe", ["-v", "error", ...wanted, path]).toString();
  return said.split(/[\n,]/)[0] ?? "";
}

/** Runs ffmpeg with these arguments, which name the input and the output. */
export function ffmpeg(...args: readonly string[]): void {
  outputOf("ffmpeg", ["-v", "error", "-y", ...args]);
}

function outputOf(command: string, args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(command, args, { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${command} failed: ${stderr.toString()}`);
  return stdout;
}
