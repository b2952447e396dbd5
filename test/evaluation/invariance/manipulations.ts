import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A change of a recording that should not change how it is described. */
export interface Manipulation {
  readonly name: string;
  /** Container of the result. */
  readonly extension: string;
  /** Options of ffmpeg. */
  readonly options: readonly string[];
  /** By how much a descriptor may change. */
  readonly limit: number;
  /** Whether it is compared with the recording mixed to one channel, and made of that. */
  readonly isOfOneChannel?: boolean;
}

/** Maximum change by anything that leaves the signal as it is, and by lossy coding. */
const EXACT = 0.02;
const CODED = 0.05;

const exact = (name: string, ...options: string[]): Manipulation => ({
  name,
  extension: "wav",
  options: [...options, "-c:a", "pcm_f32le"],
  limit: EXACT,
});
const coded = (name: string, extension: string, encoder: string, rate: string): Manipulation => ({
  name,
  extension,
  options: ["-c:a", encoder, "-b:a", rate],
  limit: CODED,
});

/** Of one signal: what the goal of invariance names. Then, other codecs at 96 kbit/s. */
export const MANIPULATIONS: readonly Manipulation[] = [
  exact("polarity", "-af", "volume=-1"),
  exact("22.05 kHz", "-ar", "22050"),
  exact("48 kHz", "-ar", "48000"),
  { ...exact("two equal channels", "-af", "pan=stereo|c0=c0|c1=c0"), isOfOneChannel: true },
  exact("-20 dB", "-af", "volume=-20dB"),
  exact("5 s of silence", "-af", "adelay=5000:all=1,apad=pad_dur=5"),
  coded("MP3 96", "mp3", "libmp3lame", "96k"),
  coded("MP3 128", "mp3", "libmp3lame", "128k"),
  coded("AAC 96", "m4a", "aac", "96k"),
  coded("Opus 96", "opus", "libopus", "96k"),
  coded("Vorbis 96", "ogg", "libvorbis", "96k"),
];

const run = promisify(execFile);

/** Writes what ffmpeg makes of an audio file; its options stand behind the input. */
export async function convert(from: string, options: readonly string[], to: string): Promise<void> {
  const quiet = ["-v", "error", "-nostdin", "-y", "-threads", "1"];
  await run("ffmpeg", [...quiet, "-i", from, "-map", "0:a:0", ...options, to]);
}

/** Options that keep a part of a recording without loss, at 44.1 kHz. */
export const cutOptions = (start: number, seconds: number): readonly string[] => [
  "-ss",
  String(start),
  "-t",
  String(seconds),
  "-ar",
  "44100",
  "-c:a",
  "pcm_f32le",
];
