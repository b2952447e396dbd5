import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { recordingPath } from "../../adapters/decoder/recordings.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { aiffBytes } from "../../signals/encoded/aiff-bytes.js";
import { tones } from "../../signals/encoded/tones.js";
import { wavBytes, wavChunk } from "../../signals/encoded/wav-bytes.js";

/** The formats that are mutated, by what decodes them. */
export const formats = [
  "WAV",
  "AIFF",
  "FLAC",
  "MPEG",
  "Vorbis",
  "Opus",
  "Ogg FLAC",
  "ffmpeg",
] as const;

export type Format = (typeof formats)[number];

/** A valid file from which mutants are made. */
export interface SeedFile {
  readonly name: string;
  readonly format: Format;
  readonly bytes: Uint8Array;
}

const SAMPLE_RATE = 8_000;

/** Size of the start of a demo piece with its tag, its picture and some audio, bytes. */
const PIECE_BYTES = 24 * 1024;

const demoLibrary = fileURLToPath(new URL("../../../src/demo/library/", import.meta.url));

/**
 * Returns small files of every format, with and without tags, generated here or read from the
 * tests' recordings.
 */
export function seedFiles(): readonly SeedFile[] {
  const channels = tones(SAMPLE_RATE, 1.5);
  const wav = { channels, sampleRate: SAMPLE_RATE };
  const recorded = (format: Format, ...names: string[]): SeedFile[] =>
    names.map((name) => ({ name, format, bytes: readFileSync(recordingPath(name)) }));
  const demo = (format: Format, name: string): SeedFile => ({
    name,
    format,
    bytes: readFileSync(demoLibrary + name).subarray(0, PIECE_BYTES),
  });
  return [
    { name: "16 bit", format: "WAV", bytes: wavBytes(wav) },
    {
      name: "floats, extensible",
      format: "WAV",
      bytes: wavBytes({ ...wav, encoding: "f32", isExtensible: true }),
    },
    {
      name: "RF64, 24 bit",
      format: "WAV",
      bytes: wavBytes({ ...wav, encoding: "s24", form: "RF64" }),
    },
    {
      name: "A-law",
      format: "WAV",
      bytes: wavBytes({
        channels: channels.map((tone) => tone.map(Math.abs)),
        sampleRate: SAMPLE_RATE,
        encoding: "alaw",
      }),
    },
    { name: "tagged", format: "WAV", bytes: wavBytes({ ...wav, chunksBefore: [infoChunk()] }) },
    { name: "plain", format: "AIFF", bytes: aiffBytes(wav) },
    { name: "floats", format: "AIFF", bytes: aiffBytes({ ...wav, compression: "fl32" }) },
    { name: "sowt", format: "AIFF", bytes: aiffBytes({ ...wav, compression: "sowt" }) },
    {
      name: "tagged",
      format: "AIFF",
      bytes: taggedAiff({ TPE1: "Artist", TIT2: "Title" }, new Uint8Array(512)),
    },
    ...recorded("FLAC", "tones-16.flac", "tones-24.flac"),
    demo("FLAC", "Dusty Fader - Sunday Stairs.flac"),
    ...recorded(
      "MPEG",
      "tones-cbr.mp3",
      "tones-mono.mp3",
      "tones-plain.mp3",
      "tones-vbr.mp3",
      "tones.mp2",
    ),
    demo("MPEG", "Overtone - Four on the Floor.mp3"),
    ...recorded("Vorbis", "tones.ogg", "tones-mono.ogg"),
    demo("Vorbis", "Overtone - Slow Waltz.ogg"),
    ...recorded("Opus", "tones.opus"),
    demo("Opus", "Neon Cartography - Undertow.opus"),
    ...recorded("Ogg FLAC", "tones-flac.oga"),
    ...recorded(
      "ffmpeg",
      "ffmpeg/tones-aac.m4a",
      "ffmpeg/tones-alac.m4a",
      "ffmpeg/tones-opus.webm",
      "ffmpeg/tones.wma",
      "ffmpeg/no-sound.mp4",
    ),
  ];
}

function infoChunk(): Uint8Array {
  const entries = ["IART", "INAM"].map((name) => wavChunk(name, Buffer.from("Tagged\0")));
  return wavChunk("LIST", Buffer.concat([Buffer.from("INFO"), ...entries]));
}
