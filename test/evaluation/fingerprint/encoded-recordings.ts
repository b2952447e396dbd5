import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { SoundFingerprint } from "../../../src/dsp/fingerprint/sound-fingerprint.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { listenInMono } from "../training/mono-audio.js";
import { MADE_UP_RATE, originalOf } from "./judged-recordings.js";
import { playPiece } from "./play-piece.js";

/** Encodings by name: the ending of the file, and ffmpeg's options. */
const ENCODINGS = {
  "MP3, 64 kbit/s": ["mp3", "-c:a", "libmp3lame", "-b:a", "64k"],
  "MP3, 128 kbit/s": ["mp3", "-c:a", "libmp3lame", "-b:a", "128k"],
  "AAC, 64 kbit/s": ["m4a", "-c:a", "aac", "-b:a", "64k"],
  "AAC, 128 kbit/s": ["m4a", "-c:a", "aac", "-b:a", "128k"],
  "Opus, 48 kbit/s": ["opus", "-c:a", "libopus", "-b:a", "48k"],
  "Vorbis, about 80 kbit/s": ["ogg", "-c:a", "libvorbis", "-q:a", "1"],
} as const;

export type Encoding = keyof typeof ENCODINGS;

/** The fingerprints of one encoding of a family's original, and of 10 s from its middle. */
export interface EncodedRecording {
  readonly encoding: Encoding | "none";
  readonly words: Uint32Array;
  readonly excerpt: Uint32Array;
}

const SAMPLE_RATE = 44_100;
/** Rate of all decoded Opus. */
const OPUS_RATE = 48_000;
const EXCERPT_SECONDS = 10;
const decoder = new ContainerAudioDecoder();

/** Plays a family's original in stereo at 44.1 kHz, and encodes it as it is and in every encoding, by ffmpeg. */
export async function encodedRecordings(seed: number): Promise<readonly EncodedRecording[]> {
  const { piece, bandSeed } = originalOf(seed);
  const left = playPiece(piece, { bandSeed, sampleRate: SAMPLE_RATE }).map((sample) => sample / 2);
  // An echo on one side, so that the channels differ.
  const right = left.map((sample, i) => 0.8 * sample + 0.2 * (left[i - 800] ?? 0));
  const folder = await mkdtemp(join(tmpdir(), "overtone-judge-"));
  try {
    const wav = join(folder, "original.wav");
    await writeFile(wav, wavBytes({ channels: [left, right], sampleRate: SAMPLE_RATE }));
    const recordings = [await heard("none", wav)];
    for (const [encoding, [ending, ...options]] of Object.entries(ENCODINGS)) {
      const path = join(folder, `encoded.${ending}`);
      const quiet = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"];
      await promisify(execFile)("ffmpeg", [...quiet, "-i", wav, ...options, path]);
      recordings.push(await heard(encoding as Encoding, path));
    }
    return recordings;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function heard(encoding: Encoding | "none", path: string): Promise<EncodedRecording> {
  const sourceRate = encoding.startsWith("Opus") ? OPUS_RATE : SAMPLE_RATE;
  const whole = new SoundFingerprint({ sourceRate });
  const part = new SoundFingerprint({ sourceRate });
  // From 20 s on, where a frame does not begin.
  const from = Math.round(20.05 * MADE_UP_RATE);
  const to = from + EXCERPT_SECONDS * MADE_UP_RATE;
  let at = 0;
  await listenInMono(decoder.decode({ kind: "file", path }), MADE_UP_RATE, (samples) => {
    whole.push(samples);
    part.push(samples.subarray(Math.max(0, from - at), Math.max(0, to - at)));
    at += samples.length;
  });
  return { encoding, words: whole.finish(), excerpt: part.finish() };
}
