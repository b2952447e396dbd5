import { readFile } from "node:fs/promises";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { decodedSound } from "../../adapters/decoder/decoded-sound.js";
import { taggedSound } from "../../adapters/library/tagged-audio.js";

const demoLibrary = new URL("../../../src/demo/library/", import.meta.url);

/** Reads a piece of the demo library. */
export const demoPiece = (piece: string): Promise<Buffer> => readFile(new URL(piece, demoLibrary));

/** Returns a piece of the demo library as an AIFF file, half as loud, under another name. */
export async function encodedAgain(piece: string, trackName: string): Promise<Uint8Array> {
  const bytes = await demoPiece(piece);
  const decoded = await decodedSound(new ContainerAudioDecoder(), { kind: "memory", bytes });
  const [left, right] = decoded.channels;
  const samples = new Int16Array(2 * left!.length);
  left!.forEach((sample, i) => {
    samples[2 * i] = 16_000 * sample;
    samples[2 * i + 1] = 16_000 * right![i]!;
  });
  const frames = { TPE1: "Overtone", TIT2: trackName };
  return taggedSound(frames, { samples, channels: 2, sampleRate: decoded.sampleRate });
}
