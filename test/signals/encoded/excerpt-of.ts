import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { wavBytes } from "./wav-bytes.js";

/** Returns so many seconds of the first channel of a file, from a time on and at half its level, as WAV in 8 bits. */
export async function excerptOf(
  path: string,
  startSeconds: number,
  seconds = 10,
): Promise<Uint8Array> {
  const samples: number[] = [];
  let rate = 0;
  for await (const block of new ContainerAudioDecoder().decode({ kind: "file", path })) {
    rate = block.sampleRate;
    for (const sample of block.channels[0] ?? []) samples.push(sample / 2);
  }
  const start = Math.round(startSeconds * rate);
  const channels = [Float32Array.from(samples.slice(start, start + seconds * rate))];
  return wavBytes({ channels, sampleRate: rate, encoding: "u8" });
}
